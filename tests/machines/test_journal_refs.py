"""Journal references: parts are given only where the whole text is accounted for."""

import pytest

from papers.journal_refs import Container, JournalRef, parse_journal_ref

J, C = Container.JOURNAL, Container.CONFERENCE

SURE = {
    "Phys. Rev. B 84, 144516 (2011)": JournalRef(J, "Phys. Rev. B", 2011, "84", "", "144516"),
    "Phys. Lett. B 705 (2011) 59-64": JournalRef(J, "Phys. Lett. B", 2011, "705", "", "59", "64"),
    "Phys.Rev.D77:095007,2008": JournalRef(J, "Phys.Rev.D", 2008, "77", "", "095007"),
    "Phys.Rev. D93 (2015) 016005": JournalRef(J, "Phys.Rev. D", 2015, "93", "", "016005"),
    "JHEP 1012:070,2010; Erratum-ibid.1102:044,2011": JournalRef(J, "JHEP", 2010, "1012", "", "070"),
    "Phys. Rev. B 74, 140504(R) (2006)": JournalRef(J, "Phys. Rev. B", 2006, "74", "", "140504"),
    "Annals of Statistics 2011, Vol. 39, No. 4, 1963-2006": JournalRef(
        J, "Annals of Statistics", 2011, "39", "4", "1963", "2006"
    ),
    "Kyoto J. Math. 54, no. 2 (2014), 311-352": JournalRef(J, "Kyoto J. Math.", 2014, "54", "2", "311", "352"),
    "Amer. Math. Monthly 116 (2009), no. 8, 688-701": JournalRef(
        J, "Amer. Math. Monthly", 2009, "116", "8", "688", "701"
    ),
    "Combin. Probab. Comput. 24 (2015) 687--722": JournalRef(
        J, "Combin. Probab. Comput.", 2015, "24", "", "687", "722"
    ),
    "Journal of Algebra 321, 2 (2009) 704-740": JournalRef(J, "Journal of Algebra", 2009, "321", "2", "704", "740"),
    "J. Stat. Mech. (2011) P04005": JournalRef(J, "J. Stat. Mech.", 2011, "", "", "P04005"),
    "Electron. J. Combin. 23 (2016) #P4.1": JournalRef(J, "Electron. J. Combin.", 2016, "23", "", "P4.1"),
    "Energy \\& Environment Vol. 22, No. 8, p. 1085 (2011)": JournalRef(
        J, "Energy & Environment", 2011, "22", "8", "1085"
    ),
    "Proc. Amer. Math. Soc. 137 (2009), 2027-36": JournalRef(
        J, "Proc. Amer. Math. Soc.", 2009, "137", "", "2027", "2036"
    ),
    "2016 American Control Conference (ACC), Boston, MA, 2016, pp. 4494-4499": JournalRef(
        C, "2016 American Control Conference (ACC), Boston, MA", 2016, "", "", "4494", "4499"
    ),
}
NOT_SURE = [
    "",
    "to appear in Phys. Rev. D",
    "Math. Nachr. 288 (2015), no. 16",
    "2008ApJS..176..424C",
    "SIGMA 7 (2011), 013, 9 pages",
    "PoS LATTICE2010:011,2010",
    "Kratkie Soobshcheniya po Fizike, No. 1, pp. 46-56 (2008) [Bulletin of the Lebedev Physics Institute]",
    "P. Virnau, L. A. Mirny, M. Kardar, PLoS Comp Biol 2, 1074-1079 (2006)",
    "ACM Multimedia 2017",
    "In: A. Editor (ed.), Some Workshop 2011 and 2012, Vol. 101, Springer, 2014, pp. 257-312",
    "Nature",
    "x" * 5000,
    "<script>alert(1)</script> 12, 34 (2008)",
]


@pytest.mark.parametrize(("text", "meant"), SURE.items(), ids=SURE)
def test_sure_reference_gives_its_parts(text, meant):
    assert parse_journal_ref(text) == meant


@pytest.mark.parametrize("text", NOT_SURE, ids=[text[:40] for text in NOT_SURE])
def test_unsure_reference_stays_raw(text):
    assert parse_journal_ref(text) is None
