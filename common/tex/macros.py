r"""Commands that authors use in abstracts without defining them, by their usual meaning.

Only what the formulas of real abstracts need and what has one meaning by far; a guess that is wrong reads worse than
the source. Bodies are TeX that `math-core` knows; `#1` is an argument.
"""

from string import ascii_uppercase

from common.tex.symbols import words

_BY_NAME = {
    # inequalities and arrows of old macro files
    "lsim": r"\lesssim", "gsim": r"\gtrsim", "simlt": r"\lesssim", "simgt": r"\gtrsim", "ltsim": r"\lesssim",
    "gtsim": r"\gtrsim", "lta": r"\lesssim", "gta": r"\gtrsim", "lapprox": r"\lessapprox",
    "gapprox": r"\gtrapprox", "alt": r"\lesssim", "agt": r"\gtrsim", "lower": "", "nle": r"\nleq",
    "nge": r"\ngeq", "ra": r"\rightarrow", "rar": r"\rightarrow", "lra": r"\leftrightarrow", "Ra": r"\Rightarrow",
    "lar": r"\leftarrow", "onto": r"\twoheadrightarrow", "into": r"\hookrightarrow", "lo": r"\lesssim",
    "ltap": r"\lesssim", "gtap": r"\gtrsim", "siml": r"\lesssim", "simg": r"\gtrsim", "ltwid": r"\lesssim",
    "gtwid": r"\gtrsim", "ltorder": r"\lesssim", "gtorder": r"\gtrsim", "magcir": r"\gtrsim",
    "mincir": r"\lesssim", "se": r"\simeq", "goto": r"\to", "rta": r"\to", "lrar": r"\leftrightarrow",
    "Rar": r"\Rightarrow", "hook": r"\hookrightarrow", "lcross": r"\rtimes", "ot": r"\otimes",
    "op": r"\operatorname", "cd": r"\cdot",
    # number sets
    "C": r"\mathbb{C}", "Q": r"\mathbb{Q}", "Real": r"\mathbb{R}", "bbz": r"\mathbb{Z}", "Integer": r"\mathbb{Z}",
    "IR": r"\mathbb{R}", "IC": r"\mathbb{C}", "IZ": r"\mathbb{Z}", "IN": r"\mathbb{N}", "IQ": r"\mathbb{Q}",
    # short Greek
    "eps": r"\epsilon", "ep": r"\epsilon", "al": r"\alpha", "be": r"\beta", "gam": r"\gamma", "del": r"\delta",
    "lam": r"\lambda", "om": r"\omega", "Om": r"\Omega", "Gam": r"\Gamma", "Lam": r"\Lambda", "sig": r"\sigma",
    "Sig": r"\Sigma", "vp": r"\varphi", "ve": r"\varepsilon", "vphi": r"\varphi", "veps": r"\varepsilon",
    "kap": r"\kappa", "straightphi": r"\phi", "La": r"\Lambda", "Si": r"\Sigma", "Ga": r"\Gamma", "De": r"\Delta",
    "Th": r"\Theta", "si": r"\sigma", "ka": r"\kappa", "de": r"\delta", "ze": r"\zeta", "ro": r"\rho",
    "vr": r"\varrho", "vt": r"\vartheta", "lb": r"\lambda", "Lb": r"\Lambda", "vf": r"\varphi", "pa": r"\partial",
    "iy": r"\infty", "dbar": r"\bar{\partial}", "tht": r"\theta", "lm": r"\lambda", "gm": r"\gamma",
    "dl": r"\delta",
    # fonts and boxes
    "mbox": r"\text{#1}", "hbox": r"\text{#1}", "textnormal": r"\text{#1}", "textup": r"\text{#1}",
    "ensuremath": "#1", "Cal": r"\mathcal", "scr": r"\mathscr", "roman": r"\mathrm", "mathds": r"\mathbb{#1}",
    "mathbbm": r"\mathbb{#1}", "mib": r"\boldsymbol", "mathpzc": r"\mathcal{#1}", "ov": r"\overline",
    "mfrak": r"\mathfrak", "Scr": r"\mathscr", "bbox": r"\boldsymbol", "mit": "", "unboldmath": "",
    "boldmath": "", "VEV": r"\langle #1\rangle", "vev": r"\langle #1\rangle", "CP": r"\mathbb{CP}",
    "IP": r"\mathbb{P}", "bbc": r"\mathbb{C}", "bbr": r"\mathbb{R}", "complex": r"\mathbb{C}",
    "IF": r"\mathbb{F}", "gl": r"\mathfrak{gl}", "sl": r"\mathfrak{sl}", "su": r"\mathfrak{su}",
    "so": r"\mathfrak{so}", "gh": r"\mathfrak{h}", "gr": r"\operatorname{gr}", "bigO": "O", "order": "O",
    "softO": r"\tilde{O}", "tO": r"\tilde{O}", "ds": "", "St": r"\operatorname{St}", "scri": r"\mathscr{I}",
    "MS": r"\overline{\mathrm{MS}}", "goth": r"\mathfrak", "eurm": r"\mathrm", "wt": r"\tilde",
    "widetilde": r"\tilde", "wh": r"\widehat", "ol": r"\overline", "unit": r"\mathrm{#1}",
    "textbackslash": r"\backslash", "sp": "^", "sb": "_", "/": "", "xspace": "", "nobreak": "", "break": "",
    "nolinebreak": "", "hfill": "", "mathchar": "", "protect": "", "leavevmode": "", "null": "",
    # units and names of astronomy and particle physics
    "msun": r"M_\odot", "Msun": r"M_\odot", "Msol": r"M_\odot", "msol": r"M_\odot", "lsun": r"L_\odot",
    "Lsun": r"L_\odot", "Rsun": r"R_\odot", "rsun": r"R_\odot", "solar": r"_\odot", "sun": r"\odot",
    "kms": r"\mathrm{km\,s^{-1}}", "kmsmpc": r"\mathrm{km\,s^{-1}\,Mpc^{-1}}", "kpc": r"\mathrm{kpc}",
    "Mpc": r"\mathrm{Mpc}", "pc": r"\mathrm{pc}", "hmpc": r"h^{-1}\mathrm{Mpc}", "GeV": r"\mathrm{GeV}",
    "gev": r"\mathrm{GeV}", "MeV": r"\mathrm{MeV}", "mev": r"\mathrm{MeV}", "TeV": r"\mathrm{TeV}",
    "tev": r"\mathrm{TeV}", "keV": r"\mathrm{keV}", "kev": r"\mathrm{keV}", "eV": r"\mathrm{eV}",
    "ev": r"\mathrm{eV}", "fb": r"\mathrm{fb}", "pb": r"\mathrm{pb}", "fm": r"\mathrm{fm}", "cm": r"\mathrm{cm}",
    "mm": r"\mathrm{mm}", "km": r"\mathrm{km}", "Hz": r"\mathrm{Hz}", "GHz": r"\mathrm{GHz}",
    "MHz": r"\mathrm{MHz}", "yr": r"\mathrm{yr}", "Gyr": r"\mathrm{Gyr}", "ergs": r"\mathrm{erg\,s^{-1}}",
    "erg": r"\mathrm{erg}", "micron": r"\mu\mathrm{m}", "um": r"\mu\mathrm{m}", "mum": r"\mu\mathrm{m}",
    "angstrom": "Å", "AA": "Å", "Angstrom": "Å", "degr": r"^\circ", "arcdeg": r"^\circ", "textdegree": r"^\circ",
    "arcmin": r"^{\prime}", "arcsec": r"^{\prime\prime}", "farcs": r".^{\prime\prime}", "fdg": r".^\circ",
    "sqrts": r"\sqrt{s}", "ee": "e^+e^-", "epem": "e^+e^-", "ifb": r"\mathrm{fb}^{-1}",
    "invfb": r"\mathrm{fb}^{-1}", "pbar": r"\bar{p}", "ppbar": r"p\bar{p}", "qqbar": r"q\bar{q}",
    "bbar": r"\bar{b}", "ttbar": r"t\bar{t}", "tbar": r"\bar{t}", "qbar": r"\bar{q}", "xibar": r"\bar{\xi}",
    "alphas": r"\alpha_s", "pt": r"p_T", "pT": r"p_T", "ET": r"E_T", "Hbeta": r"\mathrm{H}\beta",
    "Halpha": r"\mathrm{H}\alpha", "jpsi": r"J/\psi", "Jpsi": r"J/\psi", "Bs": r"B_s", "Bd": r"B_d",
    "Dslash": "D", "slash": "/", "textgreater": ">", "textless": "<", "mz": "m_Z", "mZ": "m_Z",
    "tanb": r"\tan\beta", "Mdot": r"\dot{M}", "mpc": r"\mathrm{Mpc}", "Lya": r"\mathrm{Ly}\alpha",
    "epe": r"\epsilon'/\epsilon", "eslt": r"\not{E}_T", "ipb": r"\mathrm{pb}^{-1}", "gs": "g_s",
    "tq": r"\tilde{q}",
    # operators
    "half": r"\tfrac{1}{2}", "third": r"\tfrac{1}{3}", "fr": r"\frac", "norm": r"\lVert #1\rVert",
    "abs": r"\lvert #1\rvert", "inner": r"\langle #1\rangle", "iso": r"\cong", "tensor": r"\otimes",
    "isom": r"\cong", "grad": r"\nabla", "dd": r"\mathrm{d}", "sqr": r"\square", "qed": r"\square",
    "ang": r"\angle", "texttildelow": r"\sim", "textasciitilde": r"\sim", "textmu": r"\mu", "textpm": r"\pm",
    "texttimes": r"\times", "approxgt": r"\gtrsim", "approxlt": r"\lesssim", "wtilde": r"\tilde", "what": r"\hat",
    "transp": r"\top",
}  # fmt: skip

_AS_OPERATOR = words(
    "SL GL SO SU Sp PSL PGL PSU Spin Aut Hom Ext Tor End Gal Pic Spec Proj Tr tr Ass Vect Sym Alt Ind Res "
    "Rep Mod Lie Gr Hilb Quot Coh Ker Coker im id Id ad Ad rank rk codim supp diam vol Vol conv span sign "
    "sgn diag dist Var Cov polylog poly Br BR lcm ord char Frob Stab Fix Der Inn Out Cl Div Jac Alb NS "
    "Nm Map Diff Isom Conf Homeo MCG Mat Bun Loc Sh Perv QCoh Fun Top Cat esssup essinf "
    "grad curl Sing cd pd gldim projdim depth Ric Scal Riem Hess PSPACE NP coNP EXP NEXP BPP BQP QMA "
    "NL SAT ZFC PFA MA CH GCH con cof cf otp Ord Lip BMO VMO"
)


def _table() -> dict[str, str]:
    table = {name: rf"\operatorname{{{name}}}" for name in _AS_OPERATOR}
    for letter in ascii_uppercase:
        table[f"{letter}{letter}"] = rf"\mathbb{{{letter}}}"
        table[f"bb{letter}"] = table[f"BB{letter}"] = rf"\mathbb{{{letter}}}"
        table[f"c{letter}"] = table[f"cal{letter}"] = table[f"mc{letter}"] = rf"\mathcal{{{letter}}}"
        table[f"s{letter}"] = rf"\mathscr{{{letter}}}"
        table[f"b{letter}"] = table[f"bf{letter}"] = rf"\mathbf{{{letter}}}"
        table[f"f{letter}"] = table[f"frak{letter}"] = rf"\mathfrak{{{letter}}}"
    # The author's own font for these letters is not known; the letter is.
    table |= {letter: rf"\mathrm{{{letter}}}" for letter in "ABDEFGHIJKLMOTUVWXY"}
    for letter in "aghklmnpqst":
        table[f"f{letter}"] = table[f"frak{letter}"] = rf"\mathfrak{{{letter}}}"
    return table | _BY_NAME


MACROS = _table()
