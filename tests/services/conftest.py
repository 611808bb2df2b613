"""One browser for all tests of pages."""

import shutil

import pytest

from tests.services.browser import chromium


@pytest.fixture(scope="package")
def browser(tmp_path_factory):
    if shutil.which("chromium") is None:
        pytest.skip("there is no chromium; make test-services installs it")
    pytest.importorskip("websockets", reason="websockets is missing: pip install -e '.[services]'")
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found
