"""Everything one can go to by name, and what is kept of it between two readings."""

from __future__ import annotations

import pytest

from memdesk.services.remembered.entries import EntryList
from memdesk.services.remembered.fuzzy import find_names
from memdesk.services.remembered.places import PlaceKind, Places
from tests.services.sample_desks import SampleDesk


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> EntryList:
    desk = SampleDesk(tmp_path_factory.mktemp("samples")).desk
    return desk.entries.read(desk.entries.snapshot())


def test_documents_come_before_sections_and_those_before_entries(samples: EntryList) -> None:
    found = Places().take(samples)
    order = [list(PlaceKind).index(place.kind) for place in found.places]
    assert order == sorted(order)
    assert len(set(order)) == 3
    documents = {place.path for place in found.places if place.kind is PlaceKind.DOCUMENT}
    assert documents == {read.document.path for read in samples.documents}


def test_every_place_is_found_by_its_own_title(samples: EntryList) -> None:
    found = Places().take(samples)
    for number in range(0, len(found.places), 37):
        hits = find_names(found.places[number].title, found.names, len(found.names))
        assert number in {hit.number for hit in hits}


def test_every_place_but_a_document_names_a_node_that_is_there(samples: EntryList) -> None:
    reads = {read.document.path: read for read in samples.documents}
    for place in Places().take(samples).places:
        read = reads[place.path]
        nodes = read.root.layout.outline(read.document, read.text).walk()
        known = {("", 0)} | {(node.key, node.occurrence) for node in nodes}
        assert place.node_id in known


def test_what_is_the_same_is_kept_and_what_is_gone_goes(samples: EntryList) -> None:
    places = Places()
    first = places.take(samples)
    again = places.take(EntryList(samples.documents[1:]))
    assert {place.path for place in again.places} == {read.document.path for read in samples.documents[1:]}
    assert again.places[0] is next(place for place in first.places if place.path == again.places[0].path)


def test_where_nothing_is_new_the_list_is_the_one_before(samples: EntryList) -> None:
    places = Places()
    first = places.take(samples)
    assert places.take(EntryList(tuple(samples.documents))) is first
    assert places.take(EntryList(samples.documents[1:])) is not first
