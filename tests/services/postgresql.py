"""A PostgreSQL cluster of Debian's programs: its own, in a temporary folder, on a free port, stopped at the end."""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

USER = "postgres"  # whom Debian's package makes: PostgreSQL refuses to run as root
SETTINGS = {"listen_addresses": "127.0.0.1", "fsync": "off", "autovacuum": "off", "log_min_messages": "fatal"}
PASSWORD = "s3cr/et@x"  # noqa: S105 - of this cluster alone


def programs():
    """The folder with ``initdb`` and ``pg_ctl``, which Debian keeps out of the path; None where there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    there = shutil.which("initdb")
    return folders[-1].parent if folders else Path(there).parent if there else None


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@contextlib.contextmanager
def cluster(largest_file=None):
    """The URL of a server's database; ``largest_file`` bounds its files in KiB, as a disk without room does."""
    with tempfile.TemporaryDirectory(prefix="onenlp-pg-") as folder:
        root = os.geteuid() == 0
        who = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if root else []
        if root:
            os.chown(folder, pwd.getpwnam(USER).pw_uid, pwd.getpwnam(USER).pw_gid)
        home, port = programs(), free_port()
        secret = Path(folder, "password")
        secret.write_text(PASSWORD)
        secret.chmod(0o644)

        def run(program, *words):
            command = [*who, str(home / program), "-D", f"{folder}/data", *words]
            if largest_file is not None:
                command = ["bash", "-c", f'ulimit -f {largest_file}; exec "$@"', "bash", *command]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

        run("initdb", "--username=onenlp", f"--pwfile={secret}", "--auth=scram-sha-256", "--encoding=UTF8",
            "--locale=C", "--no-sync", "--wal-segsize=1")  # fmt: skip
        given = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", f"-p {port} -k {folder} {given}", "start")
        try:
            quoted = PASSWORD.replace("/", "%2F").replace("@", "%40")
            yield f"postgresql://onenlp:{quoted}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
