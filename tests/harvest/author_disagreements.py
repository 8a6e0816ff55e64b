"""Authors whom arXiv's own reading of its author strings gets wrong, we think; read with test_authors_agreement.py.

(paper, what arXiv has as keyname, forenames, suffix; what we have as family, given, suffix, where a group's name stands
for the family; why). Nothing on our side: it is no author. Left out are the groups that arXiv reads nothing of.
"""

PARTICLE = "the particle belongs to the family name, as arXiv has it for others (van, de, di)"
SEPARATOR = "a capital or doubled `and` parts names like any other"
INITIALS = "the family name stands first, before initials"
COLON = "a colon is no author"
GROUP = "a collaboration is no person with a forename"

DISAGREEMENTS = [
    ("2212.11899", ("Gouellec", "Valentin J. M. Le", ""), ("Le Gouellec", "Valentin J. M.", ""), PARTICLE),
    ("1102.0325", ("Bris", "C. Le", ""), ("Le Bris", "C.", ""), PARTICLE),
    ("1102.0348", ("Brand", "J. van den", ""), ("van den Brand", "J.", ""), PARTICLE),
    ("1102.0348", ("Gac", "R. Le", ""), ("Le Gac", "R.", ""), PARTICLE),
    ("1102.0348", ("Pree", "T. du", ""), ("du Pree", "T.", ""), PARTICLE),
    ("1102.0348", ("Reis", "A. C. dos", ""), ("dos Reis", "A. C.", ""), PARTICLE),
    ("1101.3650", ("Reyes", "R. de los", ""), ("de los Reyes", "R.", ""), PARTICLE),
    ("1101.3650", ("Pedaletti1", "G.", ""), ("Pedaletti", "G.", ""), "the digit is a footnote mark"),
    ("1102.0377", ("C.", "Sajish", ""), ("Sajish", "C.", ""), "an initial is no family name"),
    ("1102.0316", ("Forney,", "G. David", "Jr."), ("Forney", "G. David", "Jr."), "a comma is no part of a name"),
    ("1102.0480", ("Svard", "And M.", ""), ("Svard", "M.", ""), SEPARATOR),
    ("math/0510544", ("Zhu", "and Linsheng", ""), ("Zhu", "Linsheng", ""), SEPARATOR),
    ("1102.0502", ("collaboration", "MUCHFUSS", ""), ("MUCHFUSS collaboration", "", ""), GROUP),
    ("1102.0555", ("Team", "Kepler Science", ""), ("Kepler Science Team", "", ""), GROUP),
    ("1106.1238v2.json", ("Coguie", "A. Le", ""), ("Le Coguie", "A.", ""), PARTICLE),
    ("1106.1238v2.json", ("Ross", "M. Le", ""), ("Le Ross", "M.", ""), PARTICLE),
    ("1708.07156.json", ("W", "Wissink B.", ""), ("Wissink", "B. W", ""), INITIALS),
    ("1708.07156.json", ("B.", "Jacobs G.", ""), ("Jacobs", "G. B.", ""), INITIALS),
    ("1708.07156.json", ("K.", "Ryan J.", ""), ("Ryan", "J. K.", ""), INITIALS),
    ("1603.01251", ("collaborations", "Hyper-K", ""), ("Hyper-K collaborations", "", ""), GROUP),
    ("1603.05976", ("Collaborations", "BICEP2", ""), ("BICEP2 Collaborations", "", ""), GROUP),
    ("1603.05976", (":", "", ""), None, COLON),
    ("1606.06775", ("Collaboration", "for the DES", ""), ("DES Collaboration", "", ""), GROUP),
    ("1606.07538", ("Collaboration", "Super-Kamiokande", ""), ("Super-Kamiokande Collaboration", "", ""), GROUP),
    ("1606.07538", (":", "", ""), None, COLON),
    ("1607.00786", ("Collaboration", "Dipanwita Dutta for the CMS", ""), ("CMS Collaboration", "", ""), GROUP),
    ("1808.04927", ("Group", "T2K Beam", ""), ("T2K Beam Group", "", ""), GROUP),
    ("1808.04927", (":", "", ""), None, COLON),
    (
        "1512.07978",
        ("Teresa Maria Montaruli for the IceCube Collaboration", "", ""),
        ("IceCube Collaboration", "", ""),
        "a person and the group spoken for",
    ),
]
