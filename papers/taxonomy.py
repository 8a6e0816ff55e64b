"""Every group, archive and category of arXiv, as facts: codes, names, aliases, dates.

The one table that migrations load and parsers ask. A code matches whole and as spelled (`atom-ph` is not
`physics.atom-ph`). `canonical` follows aliases and retired archives to the code in use today; bare `astro-ph`,
`cond-mat` and `q-bio` were closed to new papers but stay the category of the old ones, so they are canonical.
arXiv's test archives are left out. Months are `YYYY-MM`; `retired` is the first month without new papers.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """A field of study that holds archives."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Archive:
    """A part of arXiv that ids and categories are named after; `ended` when it took its last paper."""

    code: str
    name: str
    group: str
    began: str
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """What a paper is filed under. `alias_of` is the canonical code where this one is another name for it."""

    code: str
    name: str
    archive: str
    group: str
    alias_of: str = ""
    retired: str = ""


def canonical(code: str) -> str | None:
    """The code in use today for any code arXiv has used, or None for what is no category."""
    return _CANONICAL.get(code)


def archive_of(code: str) -> str | None:
    """The archive of a category, or of an archive itself; None for an unknown code."""
    archive = code.partition(".")[0]
    return archive if code in CATEGORY_BY_CODE or code in ARCHIVE_BY_CODE else None


def _category(code: str, name: str, alias_of: str = "", retired: str = "") -> Category:
    archive = code.partition(".")[0]
    return Category(code, name, archive, ARCHIVE_BY_CODE[archive].group, alias_of, retired)


GROUPS = (
    Group("physics", "Physics"),
    Group("math", "Mathematics"),
    Group("q-bio", "Quantitative biology"),
    Group("cs", "Computer science"),
    Group("q-fin", "Quantitative finance"),
    Group("stat", "Statistics"),
    Group("eess", "Electrical engineering and systems science"),
    Group("econ", "Economics"),
)

ARCHIVES = (
    Archive("acc-phys", "Accelerator physics", "physics", "1994-11", "1996-09"),
    Archive("adap-org", "Adaptation, noise, and self-organizing systems", "physics", "1993-03", "1999-12"),
    Archive("alg-geom", "Algebraic geometry", "math", "1992-02", "1997-12"),
    Archive("ao-sci", "Atmospheric and oceanic sciences", "physics", "1995-02", "1996-09"),
    Archive("astro-ph", "Astrophysics", "physics", "1992-04"),
    Archive("atom-ph", "Atomic, molecular and optical physics", "physics", "1995-09", "1996-09"),
    Archive("bayes-an", "Bayesian analysis", "physics", "1995-06", "1996-11"),
    Archive("chao-dyn", "Chaotic dynamics", "physics", "1993-01", "1999-12"),
    Archive("chem-ph", "Chemical physics", "physics", "1994-03", "1996-09"),
    Archive("cmp-lg", "Computation and language", "cs", "1994-04", "1998-09"),
    Archive("comp-gas", "Cellular automata and lattice gases", "physics", "1993-02", "1999-12"),
    Archive("cond-mat", "Condensed matter", "physics", "1992-04"),
    Archive("cs", "Computer science", "cs", "1993-01"),
    Archive("dg-ga", "Differential geometry", "math", "1994-06", "1997-12"),
    Archive("econ", "Economics", "econ", "2017-09"),
    Archive("eess", "Electrical engineering and systems science", "eess", "2017-09"),
    Archive("funct-an", "Functional analysis", "math", "1992-04", "1997-12"),
    Archive("gr-qc", "General relativity and quantum cosmology", "physics", "1992-07"),
    Archive("hep-ex", "High energy physics, experiment", "physics", "1994-04"),
    Archive("hep-lat", "High energy physics, lattice", "physics", "1992-02"),
    Archive("hep-ph", "High energy physics, phenomenology", "physics", "1992-03"),
    Archive("hep-th", "High energy physics, theory", "physics", "1991-08"),
    Archive("math", "Mathematics", "math", "1992-02"),
    Archive("math-ph", "Mathematical physics", "physics", "1996-09"),
    Archive("mtrl-th", "Materials theory", "physics", "1994-11", "1996-09"),
    Archive("nlin", "Nonlinear sciences", "physics", "1993-01"),
    Archive("nucl-ex", "Nuclear experiment", "physics", "1994-12"),
    Archive("nucl-th", "Nuclear theory", "physics", "1992-10"),
    Archive("patt-sol", "Pattern formation and solitons", "physics", "1993-02", "1999-12"),
    Archive("physics", "Physics", "physics", "1996-10"),
    Archive("plasm-ph", "Plasma physics", "physics", "1995-09", "1996-09"),
    Archive("q-alg", "Quantum algebra and topology", "math", "1994-12", "1997-12"),
    Archive("q-bio", "Quantitative biology", "q-bio", "2003-09"),
    Archive("q-fin", "Quantitative finance", "q-fin", "2008-12"),
    Archive("quant-ph", "Quantum physics", "physics", "1994-12"),
    Archive("solv-int", "Exactly solvable and integrable systems", "physics", "1993-04", "1999-12"),
    Archive("stat", "Statistics", "stat", "2007-04"),
    Archive("supr-con", "Superconductivity", "physics", "1994-11", "1996-09"),
)

ARCHIVE_BY_CODE = {archive.code: archive for archive in ARCHIVES}

CATEGORIES = (
    _category("acc-phys", "Accelerator physics", alias_of="physics.acc-ph", retired="1996-09"),
    _category("adap-org", "Adaptation, noise, and self-organizing systems", alias_of="nlin.AO", retired="1999-12"),
    _category("alg-geom", "Algebraic geometry", alias_of="math.AG", retired="1997-12"),
    _category("ao-sci", "Atmospheric and oceanic sciences", alias_of="physics.ao-ph", retired="1996-09"),
    _category("astro-ph", "Astrophysics", retired="2009-01"),
    _category("astro-ph.CO", "Cosmology and nongalactic astrophysics"),
    _category("astro-ph.EP", "Earth and planetary astrophysics"),
    _category("astro-ph.GA", "Astrophysics of galaxies"),
    _category("astro-ph.HE", "High energy astrophysical phenomena"),
    _category("astro-ph.IM", "Instrumentation and methods for astrophysics"),
    _category("astro-ph.SR", "Solar and stellar astrophysics"),
    _category("atom-ph", "Atomic, molecular and optical physics", alias_of="physics.atom-ph", retired="1996-09"),
    _category("bayes-an", "Bayesian analysis", alias_of="physics.data-an", retired="1996-11"),
    _category("chao-dyn", "Chaotic dynamics", alias_of="nlin.CD", retired="1999-12"),
    _category("chem-ph", "Chemical physics", alias_of="physics.chem-ph", retired="1996-09"),
    _category("cmp-lg", "Computation and language", alias_of="cs.CL", retired="1998-09"),
    _category("comp-gas", "Cellular automata and lattice gases", alias_of="nlin.CG", retired="1999-12"),
    _category("cond-mat", "Condensed matter", retired="2004-01"),
    _category("cond-mat.dis-nn", "Disordered systems and neural networks"),
    _category("cond-mat.mes-hall", "Mesoscale and nanoscale physics"),
    _category("cond-mat.mtrl-sci", "Materials science"),
    _category("cond-mat.other", "Other condensed matter"),
    _category("cond-mat.quant-gas", "Quantum gases"),
    _category("cond-mat.soft", "Soft condensed matter"),
    _category("cond-mat.stat-mech", "Statistical mechanics"),
    _category("cond-mat.str-el", "Strongly correlated electrons"),
    _category("cond-mat.supr-con", "Superconductivity"),
    _category("cs.AI", "Artificial intelligence"),
    _category("cs.AR", "Hardware architecture"),
    _category("cs.CC", "Computational complexity"),
    _category("cs.CE", "Computational engineering, finance, and science"),
    _category("cs.CG", "Computational geometry"),
    _category("cs.CL", "Computation and language"),
    _category("cs.CR", "Cryptography and security"),
    _category("cs.CV", "Computer vision and pattern recognition"),
    _category("cs.CY", "Computers and society"),
    _category("cs.DB", "Databases"),
    _category("cs.DC", "Distributed, parallel, and cluster computing"),
    _category("cs.DL", "Digital libraries"),
    _category("cs.DM", "Discrete mathematics"),
    _category("cs.DS", "Data structures and algorithms"),
    _category("cs.ET", "Emerging technologies"),
    _category("cs.FL", "Formal languages and automata theory"),
    _category("cs.GL", "General literature"),
    _category("cs.GR", "Graphics"),
    _category("cs.GT", "Computer science and game theory"),
    _category("cs.HC", "Human-computer interaction"),
    _category("cs.IR", "Information retrieval"),
    _category("cs.IT", "Information theory"),
    _category("cs.LG", "Machine learning"),
    _category("cs.LO", "Logic in computer science"),
    _category("cs.MA", "Multiagent systems"),
    _category("cs.MM", "Multimedia"),
    _category("cs.MS", "Mathematical software"),
    _category("cs.NA", "Numerical analysis", alias_of="math.NA"),
    _category("cs.NE", "Neural and evolutionary computing"),
    _category("cs.NI", "Networking and internet architecture"),
    _category("cs.OH", "Other computer science"),
    _category("cs.OS", "Operating systems"),
    _category("cs.PF", "Performance"),
    _category("cs.PL", "Programming languages"),
    _category("cs.RO", "Robotics"),
    _category("cs.SC", "Symbolic computation"),
    _category("cs.SD", "Sound"),
    _category("cs.SE", "Software engineering"),
    _category("cs.SI", "Social and information networks"),
    _category("cs.SY", "Systems and control", alias_of="eess.SY"),
    _category("dg-ga", "Differential geometry", alias_of="math.DG", retired="1997-12"),
    _category("econ.EM", "Econometrics"),
    _category("econ.GN", "General economics"),
    _category("econ.TH", "Theoretical economics"),
    _category("eess.AS", "Audio and speech processing"),
    _category("eess.IV", "Image and video processing"),
    _category("eess.SP", "Signal processing"),
    _category("eess.SY", "Systems and control"),
    _category("funct-an", "Functional analysis", alias_of="math.FA", retired="1997-12"),
    _category("gr-qc", "General relativity and quantum cosmology"),
    _category("hep-ex", "High energy physics, experiment"),
    _category("hep-lat", "High energy physics, lattice"),
    _category("hep-ph", "High energy physics, phenomenology"),
    _category("hep-th", "High energy physics, theory"),
    _category("math-ph", "Mathematical physics"),
    _category("math.AC", "Commutative algebra"),
    _category("math.AG", "Algebraic geometry"),
    _category("math.AP", "Analysis of PDEs"),
    _category("math.AT", "Algebraic topology"),
    _category("math.CA", "Classical analysis and ODEs"),
    _category("math.CO", "Combinatorics"),
    _category("math.CT", "Category theory"),
    _category("math.CV", "Complex variables"),
    _category("math.DG", "Differential geometry"),
    _category("math.DS", "Dynamical systems"),
    _category("math.FA", "Functional analysis"),
    _category("math.GM", "General mathematics"),
    _category("math.GN", "General topology"),
    _category("math.GR", "Group theory"),
    _category("math.GT", "Geometric topology"),
    _category("math.HO", "History and overview"),
    _category("math.IT", "Information theory", alias_of="cs.IT"),
    _category("math.KT", "K-theory and homology"),
    _category("math.LO", "Logic"),
    _category("math.MG", "Metric geometry"),
    _category("math.MP", "Mathematical physics", alias_of="math-ph"),
    _category("math.NA", "Numerical analysis"),
    _category("math.NT", "Number theory"),
    _category("math.OA", "Operator algebras"),
    _category("math.OC", "Optimization and control"),
    _category("math.PR", "Probability"),
    _category("math.QA", "Quantum algebra"),
    _category("math.RA", "Rings and algebras"),
    _category("math.RT", "Representation theory"),
    _category("math.SG", "Symplectic geometry"),
    _category("math.SP", "Spectral theory"),
    _category("math.ST", "Statistics theory"),
    _category("mtrl-th", "Materials theory", alias_of="cond-mat.mtrl-sci", retired="1996-09"),
    _category("nlin.AO", "Adaptation and self-organizing systems"),
    _category("nlin.CD", "Chaotic dynamics"),
    _category("nlin.CG", "Cellular automata and lattice gases"),
    _category("nlin.PS", "Pattern formation and solitons"),
    _category("nlin.SI", "Exactly solvable and integrable systems"),
    _category("nucl-ex", "Nuclear experiment"),
    _category("nucl-th", "Nuclear theory"),
    _category("patt-sol", "Pattern formation and solitons", alias_of="nlin.PS", retired="1999-12"),
    _category("physics.acc-ph", "Accelerator physics"),
    _category("physics.ao-ph", "Atmospheric and oceanic physics"),
    _category("physics.app-ph", "Applied physics"),
    _category("physics.atm-clus", "Atomic and molecular clusters"),
    _category("physics.atom-ph", "Atomic physics"),
    _category("physics.bio-ph", "Biological physics"),
    _category("physics.chem-ph", "Chemical physics"),
    _category("physics.class-ph", "Classical physics"),
    _category("physics.comp-ph", "Computational physics"),
    _category("physics.data-an", "Data analysis, statistics and probability"),
    _category("physics.ed-ph", "Physics education"),
    _category("physics.flu-dyn", "Fluid dynamics"),
    _category("physics.gen-ph", "General physics"),
    _category("physics.geo-ph", "Geophysics"),
    _category("physics.hist-ph", "History and philosophy of physics"),
    _category("physics.ins-det", "Instrumentation and detectors"),
    _category("physics.med-ph", "Medical physics"),
    _category("physics.optics", "Optics"),
    _category("physics.plasm-ph", "Plasma physics"),
    _category("physics.pop-ph", "Popular physics"),
    _category("physics.soc-ph", "Physics and society"),
    _category("physics.space-ph", "Space physics"),
    _category("plasm-ph", "Plasma physics", alias_of="physics.plasm-ph", retired="1996-09"),
    _category("q-alg", "Quantum algebra and topology", alias_of="math.QA", retired="1997-12"),
    _category("q-bio", "Quantitative biology", retired="2003-09"),
    _category("q-bio.BM", "Biomolecules"),
    _category("q-bio.CB", "Cell behavior"),
    _category("q-bio.GN", "Genomics"),
    _category("q-bio.MN", "Molecular networks"),
    _category("q-bio.NC", "Neurons and cognition"),
    _category("q-bio.OT", "Other quantitative biology"),
    _category("q-bio.PE", "Populations and evolution"),
    _category("q-bio.QM", "Quantitative methods"),
    _category("q-bio.SC", "Subcellular processes"),
    _category("q-bio.TO", "Tissues and organs"),
    _category("q-fin.CP", "Computational finance"),
    _category("q-fin.EC", "Economics", alias_of="econ.GN"),
    _category("q-fin.GN", "General finance"),
    _category("q-fin.MF", "Mathematical finance"),
    _category("q-fin.PM", "Portfolio management"),
    _category("q-fin.PR", "Pricing of securities"),
    _category("q-fin.RM", "Risk management"),
    _category("q-fin.ST", "Statistical finance"),
    _category("q-fin.TR", "Trading and market microstructure"),
    _category("quant-ph", "Quantum physics"),
    _category("solv-int", "Exactly solvable and integrable systems", alias_of="nlin.SI", retired="1999-12"),
    _category("stat.AP", "Applications"),
    _category("stat.CO", "Computation"),
    _category("stat.ME", "Methodology"),
    _category("stat.ML", "Machine learning"),
    _category("stat.OT", "Other statistics"),
    _category("stat.TH", "Statistics theory", alias_of="math.ST"),
    _category("supr-con", "Superconductivity", alias_of="cond-mat.supr-con", retired="1996-09"),
)

CATEGORY_BY_CODE = {category.code: category for category in CATEGORIES}

_CANONICAL = {category.code: category.alias_of or category.code for category in CATEGORIES}
