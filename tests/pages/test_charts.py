"""Figures: numbers in, percent coordinates out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.charts import CEILING, FLOOR, STEP, THREAD, bars, weave, year_chart


def test_the_longest_bar_is_whole_and_others_in_proportion():
    assert [bar.percent for bar in bars([("a", 50, "/a", ""), ("b", 200, "/b", ""), ("c", 0, "/c", "")])] == [
        25,
        100,
        0,
    ]


def test_a_chart_has_a_column_for_each_year_between():
    chart = year_chart({1994: 10, 1997: 5})
    assert [(bar.year, bar.number) for bar in chart.bars] == [(1994, 10), (1995, 0), (1996, 0), (1997, 5)]
    assert [bar.x for bar in chart.bars] == [12.5, 37.5, 62.5, 87.5]
    assert (chart.bars[0].y, chart.bars[1].y) == (CEILING, FLOOR)


def test_no_chart_without_papers():
    assert year_chart({}) is None
    assert year_chart({2020: 0}) is None


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (1, ["1 paper"]),
        (9, ["2", "4", "6", "8", "10 papers"]),
        (1_936, ["500", "1,000", "1,500", "2,000 papers"]),
        (2_100, ["500", "1,000", "1,500", "2,000", "2,500 papers"]),
        (10_100, ["3,000", "6,000", "9,000", "12,000 papers"]),
    ],
)
def test_lines_stand_at_round_numbers(most, labels):
    assert [f"{line.label} {line.noun}".strip() for line in year_chart({2020: most}).lines] == labels


@given(st.dictionaries(st.integers(1986, 2030), st.integers(0, 3_000_000), min_size=1))
def test_nothing_leaves_the_frame(numbers):
    chart = year_chart(numbers)
    if chart:
        assert all(0 <= bar.x <= 100 and CEILING <= bar.y <= FLOOR for bar in chart.bars)
        assert sum(1 for bar in chart.bars if bar.label) <= 10


def test_a_thread_is_cut_where_a_year_has_no_paper():
    cloth = weave([{2000: 4, 2001: 9, 2003: 1}], [2000, 2001, 2002, 2003])
    assert cloth.weft.count("z") == 2
    assert (cloth.width, cloth.height) == (3 * STEP, THREAD)


def test_no_thread_leaves_the_cloth():
    for years in ([2000], [2000, 2001], [2000, 2001, 2002, 2003]):
        cloth = weave([dict.fromkeys(years, 9), {years[-1]: 1}], years)
        places = [float(x) for x in re.findall(r"([\d.]+) [\d.]+", cloth.weft)]
        assert min(places) == 0 and max(places) <= cloth.width


def test_a_thread_grows_with_its_number_and_stays_in_its_row():
    cloth = weave([{2000: 1, 2001: 100}, {2000: 100, 2001: 1}], [2000, 2001])
    heights = [float(y) for y in re.findall(r" (\d+\.\d)", cloth.weft)]
    assert min(heights) >= 0
    assert max(heights) <= 2 * THREAD


def test_years_below_the_weave_are_first_last_and_two_between():
    assert weave([], list(range(1991, 2026))).years == (1991, 2002, 2014, 2025)
