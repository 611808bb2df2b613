"""What several tests of the commands begin with."""

import pytest

from scoring.cli import main
from tests.cli.files import write_pair


@pytest.fixture
def results(tmp_path):
    """Makes a results file for a prediction with these wrong tags, with its units unless told not to."""

    def make(name, wrong, *options):
        out = tmp_path / f"{name}.json"
        assert main(["ud", *write_pair(tmp_path, wrong), "--json", str(out), *options]) == 0
        return out

    return make
