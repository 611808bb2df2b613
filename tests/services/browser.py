"""A headless Chromium of Debian's, driven over the DevTools protocol: opens pages, presses keys, answers questions.

Source: Chrome DevTools Protocol, domains Page, Runtime, Network, Log, Emulation and Input.
"""

import json
import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60  # seconds for a start or an answer, on a busy machine
OPTIONS = (
    "--headless=new", "--remote-debugging-port=0", "--no-first-run", "--no-default-browser-check", "--disable-gpu",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
    "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync", "--mute-audio", "about:blank",
)  # fmt: skip
KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), "ArrowDown": (40, "")}


@contextmanager
def chromium(home):
    """A running browser with a profile of its own in the folder ``home``."""
    from websockets.sync.client import connect  # only make test-services installs it

    # Chromium refuses to run as root in its sandbox; the pages are our own.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    program = [shutil.which("chromium"), f"--user-data-dir={home}", *sandbox, *OPTIONS]
    with (home / "log").open("wb") as log, subprocess.Popen(program, stdout=log, stderr=log) as process:
        try:
            with connect(address(home, process), max_size=None, open_timeout=PATIENCE, proxy=None) as socket:
                yield Browser(socket)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def address(home, process):
    """Where the browser listens, as it writes it into its profile."""
    told = home / "DevToolsActivePort"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        lines = told.read_text().split("\n") if told.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.05)
    raise RuntimeError(f"chromium did not start: {(home / 'log').read_text(errors='replace')[-2000:]}")


class Browser:
    """The connection to a browser."""

    def __init__(self, socket):
        self.socket = socket
        self.last = 0
        self.events = []

    def send(self, method, session=None, **parameters):
        """The answer to a command; what happens meanwhile is kept."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            said = json.loads(self.socket.recv(PATIENCE))
            if said.get("id") == self.last:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                return said["result"]
            self.events.append(said)

    def until(self, method, session):
        """Waits for an event."""
        while not any(one["method"] == method and one.get("sessionId") == session for one in self.events):
            self.events.append(json.loads(self.socket.recv(PATIENCE)))

    @contextmanager
    def opened(self, path, *, width=1400, scheme="light"):
        """A file of this disk in a window of that width and colour scheme."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        self.events.clear()
        try:
            for domain in ("Page", "Runtime", "Network", "Log"):
                page.send(f"{domain}.enable")
            page.send("Emulation.setFocusEmulationEnabled", enabled=True)
            page.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                      mobile=False)  # fmt: skip
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            page.send("Emulation.setEmulatedMedia", features=features)
            page.send("Page.navigate", url=Path(path).resolve().as_uri())
            self.until("Page.loadEventFired", session)
            yield page
        finally:
            self.send("Target.closeTarget", targetId=target)


class Page:
    """An open page."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def ask(self, expression):
        """The value of an expression of JavaScript, as JSON has it."""
        said = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"]["exception"].get("description", said))
        return said["result"].get("value")

    def press(self, key):
        code, text = KEYS[key]
        named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **named)
        self.send("Input.dispatchKeyEvent", type="keyUp", **named)

    def happened(self, method):
        """What every event of that name said since the page was opened."""
        return [one["params"] for one in self.browser.events if one["method"] == method]
