"""Words in the names of institutions, in many languages: kinds, subjects, abbreviations, and what tells nothing.

Words as `institutions.names.plain` gives them: lower case, without accents. No name of one institution is here.
"""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Articles, prepositions, conjunctions.
_SMALL_WORDS = _set(
    "the of and for in at on an a to de la le les des du der die das den dem fur fuer del della delle"
    " dello degli dei di do da dos el los las en et und e y i u von vom zu zum zur van het voor og och med"
    " pri za na im am"
)
# Forms of companies.
_LEGAL_FORMS = _set(
    "inc incorporated ltd limited gmbh llc corp corporation co company plc bv kgaa ev pty pvt private srl spa"
)
DROPPED = _SMALL_WORDS | _LEGAL_FORMS

# Kinds of words, in their common forms.
CARE = _set(
    "hospital clinic klinikum universitatsklinikum healthcare nhs clinique klinik hastanesi universitatsspital"
    " clinica policlinico universitatsmedizin hospitalario"
)
UNITS = _set(
    "department faculty school division section unit institute laboratory center college clinic chair group"
    " graduate programme program service office key branch campus postgraduate undergraduate"
)
DEPARTMENTS = _set("department division section faculty unit chair")
HEADS = _set("university institute college academy center hospital")

_FORMS = {
    "university": (
        "univ univers universitat universitaet universite universites universidad"
        " universidade universita universitaria universitario universitaire universiteit"
        " universitet universitetet universitas universitatea universitate universiti"
        " uniwersytet uniwersytetu univerzita univerzitet univerza univerzity universitesi"
        " unversity universty universiy univeristy univesity unviersity yliopisto egyetem"
        " ulikool sveuciliste universitetas universidat unibertsitatea prifysgol"
    ),
    "institute": (
        "inst institut instituto istituto instytut institutt instituut institutet institutes"
        " institution institucio instituti ustav intitute insitute instituts institue instt"
    ),
    "technology": (
        "tech technol tecnologia technologie technologies technologia teknologi tecnologica"
        " tecnologico technologique technological tecnologias technologii"
    ),
    "technical": (
        "technische technisches technischen tecnica tecnico technique techn tekniska teknisk"
        " technicka technicky tehnica teknik techniczna"
    ),
    "polytechnic": (
        "politecnico politecnica politechnika polytechnique politechnic polytech polytechnical politehnica politeknik"
    ),
    "science": ("sci scis sciences scs scienze ciencia ciencias wissenschaften wissenschaft scientific nauk scienc"),
    "academy": "acad academie akademie akademia akademija accademia academia akad acadamy",
    "national": ("nac nat natl nacional nationale nationales nazionale nacionale nationaal narodowy nasional nati"),
    "laboratory": (
        "lab labs laboratories laboratorio laboratori laboratoire laboratorium laboratorios labor laboratorie"
    ),
    "center": "ctr cent centr centre centro centres centers zentrum centrum sentrum cntr centar centru",
    "hospital": (
        "hosp hopital hopitaux ospedale ospedaliera krankenhaus hospitals ziekenhuis sjukhus"
        " hospitalier sygehus szpital"
    ),
    "medical": "med medic medico medica medicale medizinische medizinischen medisch",
    "medicine": "medizin medicina medecine",
    "engineering": "eng engn engin engg ingenieria engenharia ingegneria ingenierie engeneering",
    "agricultural": "agr agric agri agricultura agricole agraria",
    "research": (
        "res recherche recherches ricerca ricerche investigacion investigaciones pesquisa"
        " pesquisas forschung forschungs rech reserch"
    ),
    "department": "dept dep dpt departement departamento dipartimento depart dipart",
    "college": "coll colleges colegio collegio kolleg",
    "school": "sch sc schule scuola ecole escuela escola scola skola",
    "faculty": ("fac facultad faculte facolta fakultat fakulta faculdade fakultet fakulty wydzial facultat"),
    "federal": "fed federale federalna",
    "state": "statale estadual estatal staatliche stae",
    "central": "centrale zentrale",
    "international": "int intl internacional internationale internazionale internat",
    "saint": "st sankt saints sainte ste",
    "physics": "phys physic fisica fysik physik physique fizyki",
    "chemistry": "chem chemie chimie quimica chimica",
    "mathematics": "math maths mathematic matematica mathematik mathematiques matematicas",
    "computer": "comp comput computing computers",
    "advanced": "adv",
    "applied": "appl",
    "education": "educ educacion educacao",
    "administration": "admin",
    "information": "info inform",
    "electrical": "elect elec electr",
    "mechanical": "mech",
    "environmental": "environ",
    "biology": "biol biologie biologia",
    "health": "salud saude sante gesundheit salute hlth",
    "society": "soc gesellschaft",
    "division": "div",
    "foundation": "found fdn fundacion fondation fondazione fundacao stiftung",
    "association": "assoc",
    "observatory": "obs observ observatoire osservatorio observatorio",
    "astronomy": "astron",
    "management": "mgmt",
    "mount": "mt",
    "superior": "superieure superieur superiore",
    "normal": "normale",
    "catholic": "catholique cattolica catolica katholische katholieke",
    "autonomous": "autonoma autonome autonomo",
    "council": "consejo consiglio conseil",
    "hygiene": "hyg",
    "system": "syst",
    "development": "dev developement",
    "general": "gen generale",
    "studies": "studi study",
    "america": "amer",
}
# Each form in each place to its common one.
COMMON_FORM = {form: common for common, forms in _FORMS.items() for form in forms.split()} | {
    common: common for common in _FORMS
}
