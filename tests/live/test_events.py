"""The bytes of streams, read by other software: gzip, chunks, events."""

from __future__ import annotations

import random
import zlib

import pytest

from moderator.live.events import CHUNKED, GZIP, Frame, FrameMessage, opening, pieces_of, takes_gzip
from tests.support.live.shown import text_of

EVENTS = [b"event: frame\nid: %d\ndata: <p>%d</p>\n\n" % (n, n) * 40 for n in range(5)]


def test_any_events_after_any_opening_are_one_gzip_stream() -> None:
    pieces = [pieces_of(event) for event in EVENTS]
    for seed in range(20):
        some = random.Random(seed).choices(range(len(EVENTS)), k=6)
        head, _, body = opening([(b"x", b"y")], GZIP, 1234).partition(b"\r\n\r\n")
        assert b"\r\ncontent-encoding: gzip" in head
        unpacker = zlib.decompressobj(31)
        assert unpacker.decompress(body) == b"retry: 1234\n\n"
        for n in some:  # each is there at once, before the next has come
            assert unpacker.decompress(pieces[n][GZIP]) == EVENTS[n]


def test_packing_pays() -> None:
    plain, _, packed, _ = pieces_of(EVENTS[0])
    assert len(packed) * 5 < len(plain)


def test_private_frames_are_not_compressed() -> None:
    pieces = pieces_of(EVENTS[0], is_public=False)
    assert pieces[0] == pieces[GZIP] == EVENTS[0]
    assert pieces[CHUNKED] == pieces[CHUNKED | GZIP]


def test_a_frame_as_an_event_is_one_line_of_data() -> None:
    frame = Frame.of(1_000_003, "<p>\r\nevent: no\n\n<b>\rx</b>")
    head, number, data = FrameMessage(frame, {}, is_public=True).pieces[0].split(b"\n", 2)
    assert (head, number) == (b"event: frame", b"id: 1000003")
    assert data.startswith(b"data: {")
    assert data.count(b"\n") == 2
    assert data.endswith(b"\n\n")
    assert text_of(data.removeprefix(b"data: ")) == "<p>\r\nevent: no\n\n<b>\rx</b>"


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        (b"gzip", True),
        (b"gzip, deflate, br, zstd", True),
        (b"GZIP", True),
        (b"x-gzip", True),
        (b"br;q=1, gzip; q=0.2", True),
        (b"*", True),
        (b"br, *;q=0.1", True),
        (b"gzip;q=0", False),
        (b"gzip ; q=0.000, br", False),
        (b"*, gzip;q=0", False),
        (b"*;q=0", False),
        (b"identity", False),
        (b"gzipped", False),
        (b"gzip;q=nonsense", False),
        (b"", False),
        (b"\xff\xfe;;,=,", False),
    ],
)
def test_who_takes_gzip(header: bytes, takes: bool) -> None:
    assert takes_gzip(header) is takes
