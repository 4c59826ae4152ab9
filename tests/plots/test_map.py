"""The map: plates stand on the map and on no other plate, and shapes keep out of each other."""

import itertools
import math
import random
import re

import pytest

from moderator.core.games import shipped
from moderator.plots.map import (
    STACK,
    DrawnPlate,
    MapPlace,
    MapStack,
    base,
    picture,
    placing,
    stack_width,
)
from moderator.plots.map.geometry import WIDTH, Point, distance, fitted
from moderator.rules.age_of_iron.scenario import Scenario
from moderator.templatetags.plots import map_key
from tests.support.amount import amount

RULES = "age-of-iron"
PX_OF_A_NUMBER = 45  # static/map.css: .map .plate > g > text


def scenario(name: str) -> Scenario:
    found = shipped()[RULES][name]
    assert isinstance(found, Scenario)
    return found


def crowded(name: str, number: int) -> list[MapPlace]:
    """Every country in every region."""
    of = scenario(name)
    stacks = tuple(MapStack(seat.number, number, "present", False) for seat in of.seats)
    return [MapPlace(one.id, one.name, one.position, stacks, ()) for one in of.regions]


@pytest.mark.slow
@pytest.mark.parametrize("number", [5, 12])
@pytest.mark.parametrize("name", ["1800-bc-2", "900-bc-2"])
def test_all_countries_everywhere_fit_without_overlap(name: str, number: int) -> None:
    found = picture(crowded(name, number))
    assert found is not None
    # A map as wide as the narrowest phone, 320 px.
    assert PX_OF_A_NUMBER * found.scale * 320 / WIDTH >= 11
    boxes = [
        (one.x, one.y, one.x + one.width * found.scale, one.y + one.height * found.scale)
        for one in found.plates
    ]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= found.width
        assert 0 <= top < bottom <= found.height
    for one, other in itertools.combinations(boxes, 2):
        over_x = min(one[2], other[2]) - max(one[0], other[0])
        over_y = min(one[3], other[3]) - max(one[1], other[1])
        assert over_x <= 1 or over_y <= 1  # corners are rounded to whole units
    for plate in found.plates:
        tops = [(one.x, one.y) for one in plate.stacks]
        assert len(set(tops)) == len(tops)
        assert all(0 <= x < plate.width and 0 <= y < plate.height for x, y in tops)


def test_the_same_places_give_the_same_picture_whatever_came_before() -> None:
    before = picture(crowded("1800-bc", 7))
    picture(crowded("900-bc", 7))
    assert picture(crowded("1800-bc", 7)) == before


def test_a_plate_that_is_away_from_its_place_leads_there() -> None:
    places = crowded("900-bc", 5)
    found = picture(places)
    assert found is not None
    projection = fitted([point for place in places for point in place.points])
    for place, plate in zip(places, found.plates, strict=True):
        x, y = projection.point(place.points[0])
        inside = (
            plate.x - 12 <= x <= plate.x + plate.width * found.scale + 12
            and plate.y - 12 <= y <= plate.y + plate.height * found.scale + 12
        )
        assert inside or plate.lead is not None
        if plate.lead:
            points = map(projection.point, place.points)
            away = min(math.dist(plate.lead[:2], point) for point in points)
            assert away <= placing.RADIUS * projection.down


def test_shapes_hold_their_centres_and_keep_out_of_their_neighbours() -> None:
    """As boxes of the curves, which is enough for places that are far from each other."""
    points = (((30.0, 30.0),), ((33.0, 30.0),), ((40.0, 38.0), (40.0, 36.0)))
    found = base(points)
    assert found is not None
    spans = []
    projection, shaped, _ = found
    for shape in shaped:
        assert shape.count("M") == 1
        x = int(re.findall(r"-?\d+", shape)[0])
        xs, numbers = [x], [int(one) for one in re.findall(r"-?\d+", shape)[2:]]
        for step in range(2, len(numbers), 4):
            x += numbers[step]
            xs.append(x)
        spans.append((min(xs), max(xs)))
    centres = [projection.point(one[0])[0] for one in points]
    assert all(low < x < high for (low, high), x in zip(spans, centres, strict=True))
    assert spans[0][1] < spans[1][0]


def test_attacker_and_defender_stand_side_by_side() -> None:
    stacks = tuple(MapStack(seat, 4, "", False) for seat in (1, 2, 3, 4))
    place = MapPlace("ur", "Ur", ((46.1, 30.96),), stacks, (), ((3, 1), (2, 3)))
    found = picture([place])
    assert found is not None
    (plate,) = found.plates
    attacker, defender = plate.stacks[3], plate.stacks[1]
    assert attacker.y == defender.y
    assert plate.arrow is not None
    assert attacker.x < plate.arrow[0] < defender.x
    assert (attacker.loss, defender.loss, plate.stacks[0].loss) == (2, 3, 0)


@pytest.mark.parametrize("points", [(), ((46.1, 30.96),)])
def test_without_positions_or_room_there_is_no_map(points: tuple[tuple[float, float], ...]) -> None:
    stacks = tuple(MapStack(seat, 999, "", False) for seat in range(1, 11))
    places = [MapPlace(f"p{k}", "Somewhere", points, stacks, ()) for k in range(40)]
    assert picture(places) is None


@pytest.mark.slow
def test_the_work_for_a_map_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty regions within a few meters, or with many points: it is computed inside a request."""
    measured = 0

    def counted(point: Point, start: Point, end: Point) -> float:
        nonlocal measured
        measured += 1
        return distance(point, start, end)

    monkeypatch.setattr(placing, "distance", counted)
    dense = [((30 + k / 1e6, 30.0),) for k in range(40)]
    lines = [tuple((25 + 2 * i, 25 + (i * 7 + k) % 17) for i in range(12)) for k in range(40)]
    assert base(dense)
    assert base(lines)
    assert 0 < measured < 3 * placing.MOST_MEASURED


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1800-bc", "900-bc"])
def test_neither_a_line_nor_the_legend_begins_on_what_stands_in_another_place(name: str) -> None:
    """In random charts: Cyprus is small, and Syria's numbers may cover it."""
    of, chance, keys, charts = scenario(name), random.Random(1), 0, amount(60, 200)
    for _ in range(charts):
        places = []
        for one in of.regions:
            seats = chance.sample([seat.number for seat in of.seats], chance.choice([0, 1, 2, 3]))
            stacks = [MapStack(seat, chance.choice([3, 7, 12]), "present", False) for seat in seats]
            places.append(MapPlace(one.id, one.name, one.position, tuple(stacks), ()))
        found = picture(places)
        assert found is not None
        for plate in found.plates:
            others = [other for other in found.plates if other is not plate]
            assert not plate.lead or not any(covers(one, plate.lead, found.scale) for one in others)
        key = map_key(found, of.regions)
        keys += key is not None
        for x, y in itertools.product(range(0, 331, 30), range(0, 191, 38)):  # less than a piece
            dot = (key[0] + x, key[1] + y) if key else (-1, -1)
            assert not any(covers(plate, dot, found.scale) for plate in found.plates)
    assert keys > 3 / 4 * charts


def covers(plate: DrawnPlate, dot: tuple[int, ...], scale: float) -> bool:
    """Whether one of its stacks does."""
    x, y = (dot[0] - plate.x) / scale, (dot[1] - plate.y) / scale
    return any(
        one.x <= x <= one.x + stack_width(one.stack.number) and one.y <= y <= one.y + STACK
        for one in plate.stacks
    )
