"""What is typed is read as its writer meant it, and nothing that can be typed raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.query import LONGEST, MOST_WORDS, Field, ParsedQuery, Term, clean, parse, parse_years
from search.reading import described


def words(*texts: str) -> tuple[tuple[Term, ...], ...]:
    return tuple((Term(text),) for text in texts)


@pytest.mark.parametrize(
    ("typed", "clauses"),
    [
        ("", ()),
        ("   ", ()),
        ("dark matter", words("dark", "matter")),
        ("(dark) matter,", words("dark", "matter")),
        ("BERT: pre-training", words("BERT", "pre-training")),
        ('"dark matter" halo', ((Term("dark matter", phrase=True),), (Term("halo"),))),
        ("“dark matter”", ((Term("dark matter", phrase=True),),)),
        ("cats OR dogs", ((Term("cats"), Term("dogs")),)),
        ("a b OR c d", ((Term("a"),), (Term("b"), Term("c")), (Term("d"),))),
        ("OR cats", words("OR", "cats")),
        ("cats OR", words("cats")),
        ("cats or dogs", words("cats", "or", "dogs")),
        ("au:Mutlu", ((Term("Mutlu", Field.AUTHOR),),)),
        ("AUTHOR:Şahin", ((Term("Şahin", Field.AUTHOR),),)),
        ('author:"Mutlu, Onur"', ((Term("Mutlu, Onur", Field.AUTHOR, phrase=True),),)),
        ("au:^Mutlu", ((Term("Mutlu", Field.FIRST_AUTHOR),),)),
        ("ti:attention abs:layer", ((Term("attention", Field.TITLE),), (Term("layer", Field.ABSTRACT),))),
        ("cat:CS.cl", ((Term("cs.CL", Field.CATEGORY),),)),
        ("category:cmp-lg", ((Term("cs.CL", Field.CATEGORY),),)),
        ("year:2019", ((Term("2019", Field.YEAR),),)),
        ("year:2015-2020", ((Term("2015-2020", Field.YEAR),),)),
        ("id:arXiv:2401.16265v2", ((Term("2401.16265", Field.ID),),)),
        ("id:10.1103/PhysRevB.51.1922", ((Term("10.1103/physrevb.51.1922", Field.ID),),)),
        ("C++ C# .NET", words("C++", "C#", ".NET")),
        ("\\ell", words("\\ell")),
        ("-", ()),
        ('"', ()),
        ('""', ()),
        ("* ( ) []", ()),
        ('lone " quote', words("lone", "quote")),
    ],
)
def test_typed_text_is_read_as(typed, clauses):
    assert parse(typed).clauses == clauses


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("year:soon", ["year", "soon"]),
        ("cat:dogs", ["cat", "dogs"]),
        ("foo:bar", ["foo", "bar"]),
        ("id:7", ["id", "7"]),
    ],
)
def test_what_is_not_understood_is_searched_as_words(typed, read):
    assert parse(typed).clauses == words(*read)


def test_minus_excludes_a_word_a_phrase_or_a_field():
    parsed = parse('llm -bert -"large model" -cat:cs.CV')
    assert parsed.clauses == words("llm")
    assert parsed.excluded == (
        Term("bert"),
        Term("large model", phrase=True),
        Term("cs.CV", Field.CATEGORY),
    )


def test_hyphen_inside_a_word_excludes_nothing():
    assert parse("p-adic").excluded == ()


def test_text_is_composed_and_freed_of_control_characters():
    assert clean("  Gra\u0308f\x00 \x1b[31mz\u200be\ud800ro\n") == "Gräf [31mzero"


def test_long_input_is_cut_between_words_and_says_so():
    parsed = parse("star " * 600)
    assert parsed.cut
    assert len(parsed.text) <= LONGEST
    assert parsed.text.endswith("star")
    assert sum(len(clause) for clause in parsed.clauses) == MOST_WORDS


def test_one_endless_word_is_cut_too():
    parsed = parse("x" * 10_000)
    assert parsed.cut
    assert len(parsed.text) == LONGEST


def test_quotes_and_dashes_of_prose_are_no_operators():
    prose = 'It says "a model of weights" - and asks -which OR whether ' + "words of all kinds are meant " * 6
    parsed = parse(prose)
    assert not parsed.excluded
    assert all(len(clause) == 1 and not clause[0].phrase and not clause[0].field for clause in parsed.clauses)
    assert {"model", "which", "whether"} <= {clause[0].text for clause in parsed.clauses}
    assert parsed.text == prose.strip()
    assert parse('"a model of weights" -which').excluded


@given(st.text(max_size=600))
def test_no_text_raises_and_reading_it_again_changes_nothing(typed):
    parsed = parse(typed)
    assert isinstance(parsed, ParsedQuery)
    assert len(parsed.text) <= LONGEST
    assert "\x00" not in parsed.text
    assert parse(parsed.text).clauses == parsed.clauses
    assert isinstance(described(parsed), str)


@given(st.text(alphabet='"-:()ORau ti:year201^\\', max_size=80))
def test_no_play_with_operators_raises(typed):
    assert isinstance(described(parse(typed)), str)


def test_years_are_read_only_where_they_make_sense():
    assert str(parse_years("2015-2020")) == "2015-2020"
    assert parse_years("2020-2015") is None
    assert parse_years("20٣٤") is None
    assert parse_years("0000") is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("graphene", ""),
        ("dark matter", "the words “dark” and “matter”"),
        ('"dark matter"', "the phrase “dark matter”"),
        ("quantum au:Mutlu", "the word “quantum”, by an author named Mutlu"),
        ("cats OR dogs", "the words “cats” or “dogs”"),
        ("llm -bert -gpt", "the word “llm”, without “bert” or “gpt”"),
        ("cat:cs.CL year:2015-2020", "in the category cs.CL, from 2015-2020"),
    ],
)
def test_the_page_says_how_a_query_was_read(typed, said):
    assert described(parse(typed)) == said
