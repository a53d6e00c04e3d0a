"""A private PostgreSQL: made in a temporary folder, reached by a socket in it, gone afterwards.

`python -m tests.postgres COMMAND...` runs a command with `DATABASE_URL` pointing at one, and removes it however the
command ends. Transactions are real; only the promise to survive a power cut is given up, for speed.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType, TracebackType
from urllib.parse import quote

OPTIONS = {
    "listen_addresses": "",
    "max_connections": "200",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}


def binaries() -> Path:
    """Return the folder of the newest PostgreSQL server programs; raise FileNotFoundError when there are none."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not folders:
        raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
    return folders[-1].parent


class PrivateCluster:
    """A PostgreSQL server of one's own, as a context manager: `with PrivateCluster() as cluster: cluster.url`.

    PostgreSQL refuses to run as root, so that root runs it as the user `postgres` of the Debian package.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="revenue-postgres-"))
        self.data = self.folder / "data"
        self.user = pwd.getpwnam("postgres").pw_name if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user, self.user)

    @property
    def url(self) -> str:
        """The DATABASE_URL of a superuser on this cluster."""
        return self.url_of("postgres", "postgres")

    def url_of(self, role: str, database: str) -> str:
        """Return the DATABASE_URL of a role on a database of this cluster; it asks for no password."""
        return f"postgres://{role}@{quote(str(self.folder), safe='')}/{database}"

    def __enter__(self) -> "PrivateCluster":
        try:
            self._run(
                "initdb",
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            )
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = " ".join(f"-c {name}='{value}'" for name, value in OPTIONS.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "--wait", "--log", log, "--options", f"-k '{self.folder}' {options}", "start")

    def stop(self) -> None:
        """Stop the server at once, as a crash would."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(binaries() / program), "--pgdata", str(self.data), *arguments]
        account = {"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **account)


def main(command: list[str]) -> int:
    """Run a command against a private cluster and return its exit status."""

    def end(signum: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + signum)

    for signum in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, end)
    with PrivateCluster() as cluster:
        child = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": cluster.url})
        try:
            return child.wait()
        except KeyboardInterrupt:
            return child.wait()  # the terminal told it too: let it clean up
        finally:
            if child.poll() is None:
                child.terminate()
                child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
