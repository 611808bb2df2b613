"""Which tool a file is of is told by all the fields that its records have, not by one."""

import pytest

from scoring.base.foreign import foreign_form


@pytest.mark.parametrize(
    ("record", "form"),
    [
        ('{"data": {}, "annotations": []}', "Label Studio"),
        ('{"data": {}}', "JSON Lines"),
        ('[{"annotations": []}]', "JSON array"),
        ('[{"entity_group": "PER"}]', "transformers pipeline"),
    ],
)
def test_a_tool_is_named_where_all_its_fields_are_there(tmp_path, record, form):
    path = tmp_path / "data.json"
    path.write_text(record, encoding="utf-8")
    assert foreign_form(path) == form
