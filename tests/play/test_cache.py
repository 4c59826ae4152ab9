"""Caches in memory."""

from moderator.play.cache import LruCache


def test_what_is_made_is_made_once() -> None:
    kept: LruCache[str] = LruCache(10)
    made = [kept.get_or_make("key", lambda n=n: f"made {n}") for n in range(3)]  # type: ignore[misc]
    assert made == ["made 0"] * 3
    assert kept.get("another") is None


def test_what_is_put_later_counts() -> None:
    kept: LruCache[int] = LruCache(10)
    for value in range(3):
        kept.put("key", value)
        for other in range(4):
            kept.put((value, other), other)
        assert kept.get("key") == value


def test_no_more_is_kept_than_was_said() -> None:
    kept: LruCache[int] = LruCache(10)
    for number in range(100):
        kept.put(number, number)
        assert sum(kept.get(known) is not None for known in range(100)) <= 10
    assert kept.get(99) == 99


def test_what_is_asked_for_is_not_forgotten() -> None:
    kept: LruCache[int] = LruCache(10)
    kept.put("often", 1)
    kept.put("never", 1)
    for number in range(100):
        kept.put(number, number)
        assert kept.get("often") == 1
    assert kept.get("never") is None


def test_what_is_made_may_hold_what_is_made() -> None:
    kept: LruCache[int] = LruCache(10)
    assert kept.get_or_make("outer", lambda: 1 + kept.get_or_make("inner", lambda: 1)) == 2
