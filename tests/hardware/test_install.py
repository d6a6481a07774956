"""The installer in an isolated system: the commands it runs and the files it leaves.

The programs that change a machine (apt-get, systemctl, make and so on) are replaced by ones that
only record their calls; everything else is the real shell.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

RECORDED = ("apt-get", "systemctl", "make", "sleep", "sync")
SUDO = 'echo "sudo $*" >>"$CALLS"\nif [ "$1" = -u ]; then shift 2; fi\nexec "$@"\n'
TOLD = """Croupier keeps the table
Open http://192.0.2.7:8080 on a tablet. Press Ctrl+C to stop.
Code for new devices: 12 34"""
# The previous version, `aaa`, is the last that answered; "$CALLS.old" shows that it is back.
TWO_VERSIONS = (
    'echo "git $*" >>"$CALLS"; case "$*" in *checkout*) touch "$CALLS.old" ;;'
    " *answered*commit*) echo aaa ;; *HEAD*commit*) echo bbb ;; esac"
)


@dataclass
class Machine:
    """A fake machine: its programs, its root, and Croupier's folder in it."""

    programs: Path
    root: Path
    folder: Path
    user: str = "ada"

    @property
    def unit(self) -> Path:
        """The path of the service file."""
        return self.root / "etc/systemd/system/croupier.service"

    @property
    def networks(self) -> Path:
        """The folder with the networks that NetworkManager knows."""
        return self.root / "etc/NetworkManager/system-connections"

    @property
    def calls(self) -> list[str]:
        """The recorded calls, in order."""
        log = self.root / "calls"
        return log.read_text().splitlines() if log.exists() else []

    def program(self, name: str, script: str) -> None:
        """Install a program that runs `script`."""
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def restart_fails(self, unless: str = "false") -> None:
        """Let systemctl fail as if a service of Type=notify exits before it is ready."""
        self.program(
            "systemctl",
            f'echo "systemctl $*" >>"$CALLS"; [ "$1" != restart ] || {unless} ||'
            ' { echo "Job for $2 failed." >&2; exit 1; }',
        )

    @property
    def arguments(self) -> str:
        """The service's arguments for the program, which is in our folder."""
        (line,) = re.findall("^ExecStart=(.*)$", self.unit.read_text(), re.MULTILINE)
        program, _, arguments = line.partition(" ")
        assert program == str(self.folder / ".venv/bin/croupier")
        return str(arguments)

    def is_a_pi(self, release: str = "trixie") -> None:
        """Make it a Raspberry Pi."""
        (self.root / "proc/device-tree").mkdir(parents=True)
        (self.root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
        (self.root / "etc/os-release").write_text(f"ID=debian\nVERSION_CODENAME={release}\n")

    def install(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the installer."""
        environment = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "DESTDIR": str(self.root),
            "CALLS": str(self.root / "calls"),
            "SUDO_USER": self.user,
        }
        command = [str(self.folder / "hardware/install.sh"), *arguments]
        return subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            start_new_session=True,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a PC with Debian on which the table answers as soon as it is started."""
    found = Machine(tmp_path / "bin", tmp_path / "root", tmp_path / "croupier")
    found.programs.mkdir()
    found.unit.parent.mkdir(parents=True)
    shutil.copytree(ROOT / "hardware", found.folder / "hardware")
    environment = found.folder / ".venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text("include-system-site-packages = false\n")
    for name in RECORDED:
        found.program(name, f'echo "{name} $*" >>"$CALLS"')
    found.program("sudo", SUDO)
    found.program("id", 'if [ "$1" = -u ]; then echo 0; else echo root; fi')
    found.program("getent", "echo $2:x:1000:1000::/home/$2:/bin/bash")
    found.program("ip", "echo default via 192.0.2.1")
    found.program("dpkg", "echo arm64")
    found.program("apt-cache", "exit 0")
    found.program("journalctl", f'echo "{TOLD}"')
    for name in ("python", "croupier"):
        found.program(name, "exit 0")
        shutil.move(found.programs / name, environment / "bin" / name)
    return found


def refused(machine: Machine, *arguments: str) -> str:
    """Return the installer's message when it refuses, having changed nothing."""
    done = machine.install(*arguments)
    assert done.returncode != 0
    assert not any(call.startswith(("apt-get", "systemctl", "make")) for call in machine.calls)
    assert not machine.unit.exists()
    return done.stderr


def test_the_table_starts_with_the_machine(machine: Machine) -> None:
    """One command: packages, environment, service, and the address to open.

    Everything is flushed to the card before the start, because people pull the plug early.
    """
    done = machine.install()
    assert done.returncode == 0, done.stderr
    service = machine.unit.read_text()
    assert not re.search("@[A-Z]", service)
    assert "Storage=persistent" in (machine.unit.parents[1] / "journald@croupier.conf").read_text()
    assert "User=ada\n" in service
    assert "ReadWritePaths=/home/ada/.local/share\n" in service
    assert "InaccessiblePaths=-/home/ada/.ssh\n" in service
    program = machine.folder / ".venv/bin/croupier"
    assert f"ExecStart={program} run --trust-first --camera auto --port 8080\n" in service
    assert [call for call in machine.calls if not call.startswith("sudo")] == [
        "apt-get update -qq",
        "apt-get install -y -qq --no-install-recommends make python3-venv",
        f"make -C {machine.folder} install",
        "sync ",
        "systemctl daemon-reload",
        "systemctl enable --quiet croupier.service",
        "systemctl enable --now --quiet croupier-update.path",
        "systemctl restart croupier.service",
    ]
    assert "Open http://192.0.2.7:8080 on a tablet.\nCode for new devices: 12 34\n" in done.stdout


def test_the_table_runs_as_the_calling_user(machine: Machine) -> None:
    """Called with `sudo -u ada`, it runs as ada, not as root, whom sudo records as the caller."""
    machine.user = "root"
    machine.program("id", 'if [ "$1" = -u ]; then echo 1000; else echo ada; fi')
    assert machine.install().returncode == 0
    assert "User=ada\n" in machine.unit.read_text()
    assert f"make -C {machine.folder} install" in machine.calls


def test_the_environment_belongs_to_the_player(machine: Machine) -> None:
    """With or without sudo, pip never runs as root in the user's folder."""
    machine.install()
    assert f"sudo -u ada make -C {machine.folder} install" in machine.calls


def test_a_second_machine_can_be_only_an_eye(machine: Machine) -> None:
    """It joins before it is started, and its unit contains no code."""
    done = machine.install("--eye", "4821 7730", "--camera", "pi")
    assert done.returncode == 0, done.stderr
    service = machine.unit.read_text()
    program = machine.folder / ".venv/bin/croupier"
    assert f"ExecStart={program} eye --camera pi --server http://croupier.local:8080\n" in service
    assert "Type=exec" in service
    assert "Watchdog" not in service
    assert "4821" not in service
    assert (
        f"sudo -u ada {program} eye --join --server http://croupier.local:8080 --code 48217730"
        in " ".join(machine.calls)
    )
    assert "systemctl restart croupier.service" in machine.calls


def test_a_second_run_changes_the_camera(machine: Machine) -> None:
    """It replaces the arguments; only root can read an address with its password."""
    machine.install()
    camera = "http://me:secret@192.0.2.9/stream?a=1&b=2"
    assert (
        machine.install("--camera", camera, "--port", "8081", "--button", "27=undo").returncode == 0
    )
    assert machine.arguments == "run --trust-first --port 8081 --button 27=undo"
    assert not any("secret" in call for call in machine.calls)
    kept = machine.root / "etc/croupier.env"
    assert "EnvironmentFile=-/etc/croupier.env\n" in machine.unit.read_text()
    assert machine.install("--port", "80").returncode == 0
    assert kept.read_text() == f"CROUPIER_CAMERA={camera}\n"
    assert kept.stat().st_mode & 0o077 == 0
    assert machine.install("--camera", "pi").returncode == 0
    assert machine.arguments == "run --trust-first --button 27=undo --port 80 --camera pi"
    assert not kept.exists()


def test_a_password_is_removed_from_an_older_unit(machine: Machine) -> None:
    """The camera stays the same at the next update."""
    machine.install()
    camera = "rtsp://me:secret@camera.lan/1"
    machine.unit.write_text(machine.unit.read_text().replace("--camera auto", f"--camera {camera}"))
    assert machine.install().returncode == 0
    assert machine.arguments == "run --trust-first --port 8080"
    assert (machine.root / "etc/croupier.env").read_text() == f"CROUPIER_CAMERA={camera}\n"


def test_systemd_rates_the_service_as_well_confined(machine: Machine, tmp_path: Path) -> None:
    """`systemd-analyze security` rates its exposure at most 2.0 of 10."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd")
    machine.install()
    unit = re.sub("(?m)^ExecStart=.*", "ExecStart=/bin/true", machine.unit.read_text())
    (tmp_path / "croupier.service").write_text(unit)
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20"]
    done = subprocess.run(
        [*command, str(tmp_path / "croupier.service")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("options", "arguments", "port"),
    [
        (
            ("--camera", "0", "--port", "80", "--button", "27=undo"),
            "run --trust-first --camera 0 --port 80 --button 27=undo",
            "80",
        ),
        (
            ("--camera", "http://x/s?a=1&b=2"),
            "run --trust-first --port 8080",
            "8080",
        ),
        (("--hotspot",), "run --trust-first --camera auto --port 80", "80"),
        (("--hub", "Cafe Roma"), 'hub --cafe "Cafe Roma" --port 8090', "8090"),
        (("--hub", "A --port 7 & B"), 'hub --cafe "A --port 7 & B" --port 8090', "8090"),
    ],
)
def test_an_update_keeps_how_it_was_set_up(
    machine: Machine, options: tuple[str, ...], arguments: str, port: str
) -> None:
    """Without options, the service file and the calls are exactly the same."""
    machine.program("nmcli", "exit 0")
    python = machine.folder / ".venv/bin/python"
    python.write_text('#!/bin/bash\necho "python $*" >>"$CALLS"\n')
    assert "Keeping" not in machine.install(*options).stdout
    assert machine.arguments == arguments
    before, calls = machine.unit.read_text(), len(machine.calls)
    done = machine.install()
    assert done.returncode == 0, done.stderr
    assert f"Keeping these settings: croupier {arguments}\n" in done.stdout
    assert machine.unit.read_text() == before
    again = machine.calls[calls:]
    assert "systemctl restart croupier.service" in again
    assert any(f"http://127.0.0.1:{port}/health" in call for call in again)
    assert any("install_packages" in call for call in again) is arguments.startswith("hub")
    assert machine.install("--no-start").returncode == 0
    assert machine.unit.read_text() == before


def test_an_option_changes_only_its_own_setting(machine: Machine) -> None:
    """All others stay, even those written by hand; a hub becomes a table."""
    machine.program("nmcli", "exit 0")
    machine.install("--hub", "Cafe Roma")
    for options, arguments in (
        (("--camera", "0"), "run --trust-first --camera 0 --port 8080"),
        (
            ("--button", "27=undo", "--button", "17=bid:1"),
            "run --trust-first --camera 0 --port 8080 --button",
        ),
        (("--screen",), "run --camera 0 --port 8080 --button 27=undo --button 17=bid:1"),
        (("--port", "81"), "run --camera 0 --button 27=undo --button 17=bid:1 --port 81"),
        (("--no-buttons",), "run --camera 0 --port 81"),
        (("--button", "22=no"), "run --camera 0 --port 81 --button 22=no"),
        (("--tls",), "run --camera 0 --port 81 --button 22=no --tls"),
        (("--tls",), "run --camera 0 --port 81 --button 22=no --tls"),
        (("--hotspot",), "run --camera 0 --button 22=no --tls --port 80"),
    ):
        assert machine.install(*options).returncode == 0
        assert machine.arguments.startswith(arguments)
    by_hand = machine.unit.read_text().replace("--camera 0", "--camera=0 --ask-everywhere")
    machine.unit.write_text(by_hand)
    assert machine.install("--camera", "http://x/s?a=1&b=2").returncode == 0
    assert machine.arguments == "run --ask-everywhere --button 22=no --tls --port 80"


def test_an_eye_given_a_port_becomes_a_table(machine: Machine) -> None:
    """An eye has no page, so none of its settings remain."""
    machine.install("--eye", "1234", "--camera", "pi")
    assert machine.install("--port", "81").returncode == 0
    assert machine.arguments == "run --trust-first --camera auto --port 81"


@pytest.mark.parametrize(
    ("first", "later", "arguments"),
    [
        (("--hub", "Cafe Roma"), ("--port", "81"), 'hub --cafe "Cafe Roma" --port 81'),
        (("--hub", " --port 7"), ("--port", "81"), 'hub --cafe " --port 7" --port 81'),
        (("--hub", "A", "--port", "81"), ("--hub", "Café"), 'hub --port 81 --cafe "Café"'),
        (("--hub", "A"), ("--no-buttons",), 'hub --cafe "A" --port 8090'),
        (
            ("--eye", "1234", "--camera", "pi", "--server", "http://klee.local"),
            ("--eye", "5678"),
            "eye --camera pi --server http://klee.local",
        ),
        (
            ("--eye", "1234", "--camera", "pi"),
            ("--camera", "0"),
            "eye --server http://croupier.local:8080 --camera 0",
        ),
    ],
)
def test_shared_options_do_not_make_a_table(
    machine: Machine, first: tuple[str, ...], later: tuple[str, ...], arguments: str
) -> None:
    """A hub also has a port, and an eye a camera."""
    program = machine.folder / ".venv/bin/croupier"
    program.write_text('#!/bin/bash\necho "croupier $*" >>"$CALLS"\n')
    machine.install(*first)
    assert machine.install(*later).returncode == 0
    assert machine.arguments == arguments
    if "5678" in later:
        assert "croupier eye --join --server http://klee.local --code 5678" in machine.calls


@pytest.mark.parametrize(
    ("edited", "port"),
    [
        ("run --camera demo", 8080),
        ("run --port=81 --camera 1", 81),
        ("hub --broker-port 1", 8090),
        ('hub --port 81 --cafe " --port 7"', 81),
    ],
)
def test_an_update_keeps_what_was_edited_by_hand(machine: Machine, edited: str, port: int) -> None:
    """It keeps unknown options, too; the health check uses the resulting port."""
    python = machine.folder / ".venv/bin/python"
    python.write_text('#!/bin/bash\necho "python $*" >>"$CALLS"\n')
    machine.install()
    machine.unit.write_text(machine.unit.read_text().replace(machine.arguments, edited))
    calls = len(machine.calls)
    assert machine.install().returncode == 0
    assert machine.arguments == edited
    assert any(f"http://127.0.0.1:{port}/health" in call for call in machine.calls[calls:])


def test_an_update_of_an_eye(machine: Machine) -> None:
    """It remains the eye of its table with its stored key and needs no code."""
    program = machine.folder / ".venv/bin/croupier"
    program.write_text('#!/bin/bash\necho "croupier $*" >>"$CALLS"\n')
    machine.install("--eye", "1234", "--server", "http://klee.local:80", "--camera", "pi")
    before, calls = machine.unit.read_text(), len(machine.calls)
    (machine.folder / ".venv/bin/python").write_text("#!/bin/bash\nexit 1\n")  # it has no page
    done = machine.install()
    assert done.returncode == 0, done.stderr
    assert machine.arguments == "eye --camera pi --server http://klee.local:80"
    assert f"Keeping these settings: croupier {machine.arguments}\n" in done.stdout
    assert machine.unit.read_text() == before
    again = machine.calls[calls:]
    assert "systemctl restart croupier.service" in again
    assert not any(call.startswith("croupier") for call in again)


@pytest.mark.parametrize(("release", "package"), [("trixie", True), ("bookworm", False)])
def test_a_camera_module(machine: Machine, release: str, package: bool) -> None:
    """Its package is installed if it is compatible with our NumPy, and the environment sees it."""
    machine.is_a_pi(release)
    done = machine.install("--no-start")
    assert done.returncode == 0, done.stderr
    installs = [call for call in machine.calls if call.startswith("apt-get install")]
    assert installs[0].endswith("python3-picamera2") is package
    assert (machine.folder / ".venv").exists() is not package  # and `make` would build another
    assert ("USB cameras work" in done.stderr) is not package


def test_an_environment_that_sees_the_camera_stays(machine: Machine) -> None:
    """An update does not rebuild everything."""
    machine.is_a_pi()
    (machine.folder / ".venv/pyvenv.cfg").write_text("include-system-site-packages = true\n")
    assert machine.install().returncode == 0
    assert (machine.folder / ".venv").exists()


def test_installing_without_starting(machine: Machine) -> None:
    """The command to start the table is shown."""
    done = machine.install("--no-start")
    assert machine.unit.exists()
    assert not any("enable" in call or "restart" in call for call in machine.calls)
    assert "sudo systemctl enable --now croupier" in done.stdout


def test_a_table_that_does_not_answer(machine: Machine) -> None:
    """After a minute, the installer fails with the program's messages and a way to find more."""
    (machine.folder / ".venv/bin/python").write_text("#!/bin/bash\nexit 1\n")
    machine.program("journalctl", 'echo "Port 8080 is already in use."')
    done = machine.install()
    assert done.returncode == 1
    assert machine.calls.count("sleep 1") == 60
    assert "Port 8080 is already in use." in done.stderr
    assert "journalctl --namespace croupier" in done.stderr


def assert_goes_back(machine: Machine) -> None:
    """Install, and check that the last working version runs again."""
    done = machine.install()
    assert done.returncode == 1
    assert "the previous one is running again" in done.stderr
    assert f"git -C {machine.folder} checkout --quiet --detach aaa" in machine.calls
    assert machine.calls.count("systemctl restart croupier.service") == 2
    assert not any("update-ref" in call for call in machine.calls)


def test_a_new_version_that_does_not_answer(machine: Machine) -> None:
    """The last working one runs again with its own service, and how to retry is shown."""
    unit = machine.folder / "hardware/croupier.service"
    unit.with_suffix(".aaa").write_text(unit.read_text())
    unit.write_text(unit.read_text().replace("Restart=", "Nice=1\nRestart="))
    checks_out = f'[ ! -e "$CALLS.old" ] || cp {unit.with_suffix(".aaa")} {unit}'
    machine.program("git", f"{TWO_VERSIONS}; {checks_out}")
    (machine.folder / ".venv/bin/python").write_text('#!/bin/bash\n[ -e "$CALLS.old" ]\n')
    assert_goes_back(machine)
    assert "Nice=1" not in machine.unit.read_text()
    machine.install()  # it answers now
    assert f"git -C {machine.folder} update-ref refs/croupier/answered HEAD" in machine.calls


def test_a_new_version_that_ends_at_once(machine: Machine) -> None:
    """The restart itself fails, and the last working version runs again."""
    machine.program("git", TWO_VERSIONS)
    machine.restart_fails(unless='[ -e "$CALLS.old" ]')
    assert_goes_back(machine)


def test_an_old_version_that_needs_two_starts(machine: Machine) -> None:
    """Only the answer counts: systemd restarts it by itself."""
    machine.program("git", TWO_VERSIONS)
    machine.restart_fails()
    (machine.folder / ".venv/bin/python").write_text(
        '#!/bin/bash\n[ -e "$CALLS.old" ] && grep -q "^sleep" "$CALLS"\n'
    )
    done = machine.install()
    assert done.returncode == 1
    assert "the previous one is running again" in done.stderr


def test_neither_version_starts(machine: Machine) -> None:
    """A way to find the reason is shown even if the previous version does not start either."""
    machine.restart_fails()
    (machine.folder / ".venv/bin/python").write_text("#!/bin/bash\nexit 1\n")
    assert "journalctl --namespace croupier" in machine.install().stderr
    machine.program("git", TWO_VERSIONS)
    done = machine.install()
    assert done.returncode == 1
    assert "journalctl --namespace croupier" in done.stderr
    assert machine.calls.count("systemctl restart croupier.service") == 3


def test_an_interrupted_update_is_repeated(machine: Machine, tmp_path: Path) -> None:
    """It left a lock, a file newer than its version, and an unknown file."""
    data = machine.root / "home/ada/.local/share/croupier"
    data.mkdir(parents=True)
    (data / "update-begun").touch()

    def git(folder: Path, *arguments: str) -> str:
        named = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
        command = [*named, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    (machine.folder / "a").write_text("old")
    (machine.folder / ".gitignore").write_text(".venv\n")
    git(machine.folder, "init", "--quiet", "--initial-branch=main")
    git(machine.folder, "add", ".")
    git(machine.folder, "commit", "--quiet", "--message=old")
    origin = tmp_path / "origin"
    git(tmp_path, "clone", "--quiet", str(machine.folder), str(origin))
    git(machine.folder, "remote", "add", "origin", str(origin))
    for name in ("a", "b"):
        (origin / name).write_text("new")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message=new")
    (machine.folder / "a").write_text("new")
    (machine.folder / "b").write_text("ne")
    (machine.folder / ".git/index.lock").touch()
    done = machine.install("--update")
    assert done.returncode == 0, done.stderr
    assert git(machine.folder, "rev-parse", "HEAD") == git(origin, "rev-parse", "HEAD")
    assert (machine.folder / "b").read_text() == "new"
    assert git(machine.folder, "status", "--porcelain") == ""
    assert not (data / "update-begun").exists()


def test_the_hotspot(machine: Machine) -> None:
    """Known networks come first; its password stays; every name leads to the page at port 80."""
    machine.program(
        "nmcli",
        'echo "nmcli $*" >>"$CALLS"; case "$*" in *load*) touch "$CALLS.wifi" ;;'
        ' *secrets*) echo abcdefghjk ;; *show*) [ -e "$CALLS.wifi" ] ;; esac',
    )
    for _ in range(2):
        done = machine.install("--hotspot")
        assert done.returncode == 0, done.stderr
        assert "password abcdefghjk" in done.stdout
    (file,) = machine.networks.iterdir()
    made = file.read_text()
    assert "autoconnect-priority=-10" in made
    key = re.search(r"^psk=([a-z2-9]{10})$", made, re.MULTILINE)
    assert key is not None
    assert key[1] not in "".join(machine.calls)
    assert machine.calls.count(f"nmcli connection load {file}") == 1
    assert file.stat().st_mode & 0o777 == 0o600
    assert "--port 80\n" in machine.unit.read_text()
    assert any(call.endswith("dnsmasq-base") for call in machine.calls)
    portal = machine.root / "etc/NetworkManager/dnsmasq-shared.d/croupier.conf"
    assert portal.read_text() == "address=/#/10.42.0.1\n"
    assert machine.install("--uninstall").returncode == 0
    assert "nmcli connection delete croupier" in machine.calls
    assert not portal.exists()


NO_NETWORK, HOME, HOTSPOT = "disconnected:", "connected:Klee", "connected:croupier"


def watch_network(machine: Machine, device: str, rounds: int, **programs: str) -> list[str]:
    """Let a Pi whose Wi-Fi is in this state watch its network; return the commands that it ran."""
    (machine.root / "calls").unlink(missing_ok=True)
    slept = machine.root / "slept"
    slept.unlink(missing_ok=True)
    machine.program("sleep", f"echo >>{slept}; [ $(wc -l <{slept}) -le {rounds} ]")
    looks = f"*CONNECTION*) echo 'connected (externally):lo'; echo '{device}' ;;"
    machine.program(
        "nmcli",
        f'echo "nmcli $*" >>"$CALLS"; case "$*" in {looks} '
        f"""*s\\ SSID*) printf 'Klee\\n\\nRoma\\nKlee\\n' ;; {programs.pop("nmcli", "")} esac""",
    )
    for name, script in {
        "iw": "exit 0",
        "raspi-config": 'echo "$*" >>"$CALLS"',
        **programs,
    }.items():
        machine.program(name, script)
    machine.install("--watch-network")
    return [call for call in machine.calls if not re.match("sudo|nmcli --terse", call)]


def test_a_pi_without_a_network_opens_its_own(machine: Machine) -> None:
    """It waits for three minutes and first lists the networks in range."""
    assert watch_network(machine, NO_NETWORK, 11) == []
    assert watch_network(machine, HOME, 50) == []
    assert watch_network(machine, NO_NETWORK, 12) == ["nmcli connection up croupier"]
    seen = machine.root / "home/ada/.local/share/croupier/wifi-networks"
    assert seen.read_text() == "Klee\nRoma\n"


def test_a_pi_closes_its_own_network_if_nobody_uses_it(machine: Machine) -> None:
    """Every ten minutes it checks whether a network that it knows is back."""
    assert watch_network(machine, HOTSPOT, 40) == ["nmcli connection down croupier"]
    assert watch_network(machine, HOTSPOT, 40, iw="echo Station 5e:00:53:00:00:01") == []


NETWORK = """[connection]
id=Wi-Fi Café\\s\\sKlee
uuid={uuid}
type=wifi
autoconnect-priority=1
[wifi]
ssid=67;97;102;195;169;32;32;75;108;101;101;
[wifi-security]
key-mgmt={security}
psk=\\s$x;\\s`y`\\\\n
"""


@pytest.mark.parametrize("security", ["wpa-psk", "sae"])
@pytest.mark.parametrize("works", [True, False])
def test_a_pi_joins_the_wifi_that_its_page_asks_for(
    machine: Machine, works: bool, security: str
) -> None:
    """If it can't, nothing is kept, its own network opens again, and the page says so.

    The password is in a file that only root can read, and in no list of processes.
    """
    data = machine.root / "home/ada/.local/share/croupier"
    data.mkdir(parents=True)
    (data / "wifi-wanted").write_text("Café  Klee\n $x; `y`\\n\nDE\n")
    (data / "wifi-failed").touch()
    machine.networks.mkdir(parents=True)
    known, earlier = machine.networks / "Klee", machine.networks / "croupier-1.nmconnection"
    for file in (known, earlier):
        file.write_text(NETWORK.format(uuid="1", security="wpa-psk"))
    script = "*SECURITY*) echo 'WPA3:Café  Klee' ;;" if security == "sae" else ""
    script += "" if works else " *delete*) exit 10 ;; *up\\ uuid*) exit 4 ;;"
    did = watch_network(machine, HOTSPOT, 1, nmcli=script)
    uuid = did[2].rpartition("/croupier-")[2].removesuffix(".nmconnection")
    file = machine.networks / f"croupier-{uuid}.nmconnection"
    assert did == [
        "nonint do_wifi_country DE",
        "nmcli connection down croupier",
        f"nmcli connection load {file}",
        f"nmcli --wait 60 connection up uuid {uuid}",
        *(
            ["nmcli connection reload"]
            if works
            else [f"nmcli connection delete uuid {uuid}", "nmcli connection up croupier"]
        ),
    ]
    assert {*machine.networks.iterdir()} == {known, file if works else earlier}
    if works:
        assert file.read_text() == NETWORK.format(uuid=uuid, security=security)
        assert file.stat().st_mode & 0o777 == 0o600
    files = {path.name for path in data.iterdir()}
    assert files == {"wifi-networks"} | ({"wifi-failed"} if not works else set())


def test_a_request_for_an_open_wifi_gives_root_a_country_or_nothing(machine: Machine) -> None:
    """A network without a password has no security."""
    data = machine.root / "home/ada/.local/share/croupier"
    data.mkdir(parents=True)
    (data / "wifi-wanted").write_text("Klee\n\nDE/;e reboot\n")
    assert not any("reboot" in call for call in watch_network(machine, HOTSPOT, 1))
    (file,) = machine.networks.iterdir()
    assert "security" not in file.read_text()


def test_a_pi_watches_its_network(machine: Machine) -> None:
    """Its own network opens when needed, or at once with `--hotspot`."""
    machine.is_a_pi()
    (machine.folder / ".venv/pyvenv.cfg").write_text("include-system-site-packages = true\n")
    nmcli = 'echo "nmcli $*" >>"$CALLS"; case "$*" in *secrets*) echo key ;; *show*) exit 1 ;; esac'
    machine.program("nmcli", nmcli)
    assert machine.install().returncode == 0
    unit = machine.unit.with_name("croupier-network.service")
    assert "install.sh --watch-network\n" in unit.read_text()
    assert "systemctl enable --now --quiet croupier-network.service" in machine.calls
    own = machine.networks / "croupier.nmconnection"
    assert "autoconnect=false" in own.read_text()
    assert machine.install("--hotspot").returncode == 0
    assert "nmcli connection modify croupier connection.autoconnect yes" in machine.calls
    assert machine.install("--uninstall").returncode == 0
    assert not unit.exists()


def test_a_hotspot_without_networkmanager_changes_nothing(machine: Machine) -> None:
    """The lack is noticed before the page moves to port 80."""
    if shutil.which("nmcli") is not None:
        pytest.skip("this machine has NetworkManager")
    assert machine.install().returncode == 0
    before = machine.unit.read_text()
    assert "NetworkManager" in machine.install("--hotspot").stderr
    assert machine.unit.read_text() == before


def test_the_first_device_needs_no_code_if_nothing_shows_it(machine: Machine) -> None:
    """With a screen that shows the code, or on request, it needs the code."""
    machine.install()
    assert "--trust-first" in machine.arguments
    machine.install("--screen")
    assert "--trust-first" not in machine.arguments
    machine.install("--uninstall")
    machine.install("--ask-code")
    assert "--trust-first" not in machine.arguments


def test_uninstalling_after_the_hotspot_was_deleted(machine: Machine) -> None:
    """Somebody deleted it in the desktop's menu; everything else is still removed."""
    machine.program("nmcli", "exit 0")
    assert machine.install("--hotspot").returncode == 0
    machine.program("nmcli", 'echo "Error: unknown connection croupier." >&2; exit 10')
    done = machine.install("--uninstall")
    assert done.returncode == 0, done.stderr
    assert "games stay" in done.stdout
    assert [path for path in machine.root.rglob("*croupier*") if path.is_file()] == []


def test_on_the_screen_of_the_machine(machine: Machine) -> None:
    """Without a desktop, only a browser is on the screen; with one, the desktop starts it."""
    unit = machine.unit.with_name("croupier-screen.service")
    started = "--app=http://127.0.0.1:8080/"
    assert machine.install("--screen").returncode == 0
    assert started in unit.read_text()
    assert not re.search("@[A-Z]", unit.read_text())
    assert "systemctl restart croupier-screen.service" in machine.calls
    assert any(call.endswith("chromium cage") for call in machine.calls)
    machine.install("--port", "81")  # and the screen goes on showing it
    assert "--app=http://127.0.0.1:81/" in unit.read_text()
    machine.install("--uninstall")
    assert not unit.exists()
    (machine.unit.with_name("display-manager.service")).touch()
    assert machine.install("--screen").returncode == 0
    entry = machine.root / "home/ada/.config/autostart/croupier.desktop"
    assert started in entry.read_text()
    assert not unit.exists()
    machine.install("--port", "81")
    assert "--app=http://127.0.0.1:81/" in entry.read_text()
    machine.install("--uninstall")
    assert not entry.exists()


@pytest.mark.parametrize("other", [("--eye", "1234"), ("--hub", "Klee")])
@pytest.mark.parametrize("desktop", [False, True])
def test_an_eye_or_hub_has_no_screen(
    machine: Machine, other: tuple[str, ...], desktop: bool
) -> None:
    """Its screen would show a missing page; a table gets one again only by --screen."""
    unit = machine.unit.with_name("croupier-screen.service")
    entry = machine.root / "home/ada/.config/autostart/croupier.desktop"
    if desktop:
        machine.unit.with_name("display-manager.service").touch()
    machine.install("--screen")
    assert (unit.exists(), entry.exists()) == (not desktop, desktop)
    (machine.folder / ".venv/bin/croupier").write_text("#!/bin/bash\nexit 1\n")
    assert (machine.install(*other).returncode == 0) is (other[0] == "--hub")
    if other[0] == "--eye":  # the table rejected it: the old setup stays
        assert unit.exists() or entry.exists()
        (machine.folder / ".venv/bin/croupier").write_text("#!/bin/bash\nexit 0\n")
        assert machine.install(*other).returncode == 0
    assert not unit.exists()
    assert not entry.exists()
    assert ("systemctl disable --quiet croupier-screen.service" in machine.calls) is not desktop
    assert machine.install("--camera", "0", "--no-buttons", "--port", "81").returncode == 0
    assert not unit.exists()
    assert not entry.exists()


def test_uninstalling(machine: Machine) -> None:
    """The service is stopped and removed; a second time there is nothing to remove."""
    machine.install()
    done = machine.install("--uninstall")
    assert done.returncode == 0
    assert list(machine.root.glob("etc/systemd/**/*croupier*")) == []
    assert "systemctl stop croupier.service" in machine.calls
    assert "systemctl disable --quiet croupier.service" in machine.calls
    assert "games stay" in done.stdout
    assert machine.install("--uninstall").returncode == 1


def test_a_failing_step_ends_the_installation(machine: Machine) -> None:
    """Without the environment, no service is written."""
    machine.program("make", "exit 2")
    assert machine.install().returncode != 0
    assert not machine.unit.exists()


def test_a_running_table_keeps_its_program(machine: Machine) -> None:
    """If no new environment can be made, the old one is restored."""
    machine.is_a_pi()
    machine.program("make", 'mkdir "$2/.venv"; exit 2')
    done = machine.install("--no-start")
    assert done.returncode == 1
    assert "could not be installed" in done.stderr
    assert (machine.folder / ".venv/bin/croupier").exists()
    assert sorted(path.name for path in machine.folder.iterdir()) == [".venv", "hardware"]


@pytest.mark.parametrize("cut_off", ["the new one is half made", "there is no new one yet"])
def test_an_interrupted_run_is_continued(machine: Machine, cut_off: str) -> None:
    """The program that was moved aside is restored before anything else."""
    (machine.folder / ".venv").rename(machine.folder / ".venv.before")
    if "half" in cut_off:
        (machine.folder / ".venv/bin").mkdir(parents=True)
    machine.program("make", "exit 2")
    assert machine.install("--no-start").returncode == 1
    assert (machine.folder / ".venv/bin/croupier").exists()
    assert not (machine.folder / ".venv.before").exists()


def test_a_run_interrupted_at_its_end(machine: Machine) -> None:
    """The new program is complete; the half-deleted old one does not replace it."""
    machine.is_a_pi()
    (machine.folder / ".venv/old").touch()
    machine.program("make", 'mkdir -p "$2/.venv/bin"; touch "$2/.venv/bin/croupier"')
    # The power goes when the first of the old files are gone.
    cut_off = '/bin/rm -r "$2/bin"; kill $PPID'
    machine.program("rm", f'[ -e "$2/old" ] || exec /bin/rm "$@"; {cut_off}')
    assert machine.install("--no-start").returncode != 0
    machine.program("rm", 'exec /bin/rm "$@"')
    machine.program("make", "exit 2")
    machine.install("--no-start")
    assert (machine.folder / ".venv/bin/croupier").exists()


def test_a_new_version_that_cannot_be_installed(machine: Machine) -> None:
    """The running version is still there after the next boot, and the failure is reported."""
    machine.install()
    machine.program("git", TWO_VERSIONS)
    machine.program("make", "exit 2")
    done = machine.install()
    assert done.returncode == 1
    assert "could not be installed" in done.stderr
    assert "hardware/install.sh --update" in done.stderr
    assert f"git -C {machine.folder} checkout --quiet --detach aaa" in machine.calls


@dataclass
class Clone:
    """The machine's folder as a clone that has answered, and the page's request for an update."""

    machine: Machine
    origin: Path

    def git(self, folder: Path, *arguments: str) -> str:
        """Return what git prints."""
        command = ["git", "-c", "user.name=a", "-c", "user.email=a", "-C", str(folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def publish(self, file: str) -> str:
        """Return a newer version at the origin, which has another `file`."""
        (self.origin / file).touch()
        self.git(self.origin, "add", ".")
        self.git(self.origin, "commit", "-qm", file)
        return self.git(self.origin, "rev-parse", "HEAD")

    @property
    def version(self) -> str:
        """The version in the machine's folder."""
        return self.git(self.machine.folder, "rev-parse", "HEAD")

    @property
    def data(self) -> Path:
        """The folder with the games."""
        return self.machine.root / "home/ada/.local/share/croupier"

    def update(self) -> subprocess.CompletedProcess[str]:
        """Do what the page asks for."""
        self.data.mkdir(parents=True, exist_ok=True)
        (self.data / "update-wanted").touch()
        return self.machine.install("--update")

    @property
    def files(self) -> list[str]:
        """What the page finds afterwards."""
        return [path.name for path in self.data.iterdir()]


@pytest.fixture
def clone(machine: Machine, tmp_path: Path) -> Clone:
    """Return a table that was installed from a clone; a version with a file `broken` is mute."""
    origin = tmp_path / "origin"
    origin.mkdir()
    found = Clone(machine, origin)
    shutil.copytree(machine.folder / "hardware", origin / "hardware")
    (origin / ".gitignore").write_text(".venv*\n")
    found.git(origin, "init", "-qb", "main")
    found.publish("first")
    shutil.rmtree(machine.folder / "hardware")
    found.git(machine.folder, "clone", "-q", "--bare", "--depth=1", f"file://{origin}", ".git")
    found.git(machine.folder, "config", "core.bare", "false")
    found.git(machine.folder, "reset", "-q", "--hard")
    answers = f"#!/bin/bash\n[ ! -e {machine.folder}/broken ]\n"
    (machine.folder / ".venv/bin/python").write_text(answers)
    assert machine.install().returncode == 0
    return found


def test_the_page_asks_for_a_newer_version(clone: Clone) -> None:
    """It is fetched and installed as before, and the request is removed."""
    newest = clone.publish("news")
    done = clone.update()
    assert done.returncode == 0, done.stderr
    assert clone.version == newest
    assert clone.machine.calls.count("systemctl restart croupier.service") == 2
    assert clone.files == []


@pytest.mark.parametrize("missing", ["an answer", "a network"])
def test_an_update_that_fails_changes_nothing(clone: Clone, missing: str) -> None:
    """The old version is there for the next start, and the page knows why."""
    before = clone.version
    clone.publish("broken")
    if missing == "a network":
        clone.origin.rename(clone.origin.with_name("gone"))
    assert clone.update().returncode == 1
    assert clone.version == before
    assert clone.files == ["update-failed"]
    if missing == "an answer":  # what is published next is installed all the same, by any way
        clone.git(clone.origin, "rm", "-q", "broken")
        newest = clone.publish("mended")
        clone.git(clone.machine.folder, "pull", "-q", "--ff-only", "origin", "main")
        assert clone.machine.install().returncode == 0
        assert (clone.version, clone.files) == (newest, [])


def test_an_update_that_fails_without_a_table_says_so(clone: Clone) -> None:
    """A camera or a hub has no page that has to know, and may have no folder with games."""
    shutil.rmtree(clone.data, ignore_errors=True)
    clone.origin.rename(clone.origin.with_name("gone"))
    done = clone.machine.install("--update")
    assert done.returncode == 1
    assert "Can't download" in done.stderr
    assert "touch" not in done.stderr


@pytest.mark.parametrize("place", [3, 6])
def test_an_update_interrupted_anywhere_is_repeated(clone: Clone, place: int) -> None:
    """The request stays until the end, so systemd starts the update again."""
    newest = clone.publish("news")
    steps = clone.machine.root / "steps"
    count = f'echo >>{steps}; [ "$(wc -l <{steps})" != {place} ] || kill -9 0'
    clone.machine.program("sudo", f"{count}\n{SUDO}")
    assert clone.update().returncode < 0
    assert "update-wanted" in clone.files
    clone.machine.program("sudo", SUDO)
    assert clone.machine.install("--update").returncode == 0
    assert (clone.version, clone.files) == (newest, [])


def test_a_disk_that_is_full(machine: Machine) -> None:
    """The existing service stays, so that the table starts with the machine as before."""
    machine.install("--camera", "0", "--port", "80")
    before = machine.unit.read_text()
    machine.program("tee", ': >"$1"; echo "No space left on device" >&2; exit 1')
    assert machine.install().returncode != 0
    assert machine.unit.read_text() == before


def test_without_a_network(machine: Machine) -> None:
    """The missing network is reported, not only by misleading messages of pip; updates work."""
    machine.program("ip", "")
    assert machine.install("--no-start").returncode == 0
    machine.program("make", "exit 2")
    assert "no network" in machine.install().stderr
    machine.program("apt-get", "exit 100")
    assert "no network" in machine.install().stderr


def test_after_a_power_cut_dpkg_finishes_first(machine: Machine) -> None:
    """Otherwise, apt-get would refuse everything."""
    machine.program("dpkg", 'echo "dpkg $*" >>"$CALLS"; echo arm64')
    assert machine.install("--no-start").returncode == 0
    packages = [call for call in machine.calls if call.startswith(("dpkg --conf", "apt-get"))]
    assert packages[0] == "dpkg --configure -a"


def test_a_pi_whose_system_has_no_picamera2(machine: Machine) -> None:
    """Plain Debian: a USB camera works, and the message says that a module does not."""
    machine.is_a_pi()
    machine.program("apt-cache", "exit 100")
    done = machine.install("--no-start")
    assert done.returncode == 0, done.stderr
    assert "USB cameras work" in done.stderr
    assert not any("picamera2" in call for call in machine.calls)


def test_a_32_bit_system(machine: Machine) -> None:
    """It has no libraries, which is reported before an hour of compiling."""
    machine.program("dpkg", "echo armhf")
    assert "64-bit" in refused(machine)


def test_the_table_does_not_run_as_root(machine: Machine) -> None:
    """Everybody in the house can reach the server."""
    machine.user = "root"
    assert "not as root" in refused(machine)


def test_a_folder_that_a_service_cannot_name(machine: Machine) -> None:
    """Spaces in its path would end the command too early."""
    machine.folder = machine.folder.rename(machine.folder.with_name("my games"))
    assert "without spaces" in refused(machine)


def test_the_installer_shows_what_the_programs_print() -> None:
    """All line beginnings that it looks for in the journal are those of real messages."""
    starts = re.search(r"/\^\(([^)]*)\)/p", (ROOT / "hardware/install.sh").read_text())
    assert starts
    programs = ("web/server.py", "hub/serve.py")
    printed = "".join((ROOT / "companion" / name).read_text() for name in programs)
    for start in starts[1].split("|"):
        assert re.search(rf'print\(f?"{start} ', printed), start


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "web"), "The port must be a number"),
        (("--camera", "0; reboot"), "Not a valid camera"),
        (("--camera",), "--camera needs a name"),
        (("--button", "27=undo; reboot"), "Not a valid button"),
        (("--button", "27"), "Write a button like this"),
        (("--hub", "--port"), "Not a valid café name"),
        (("--server", "http://klee.local"), "the table's code"),
        (("--hub", "Klee", "--camera", "pi"), "--hub works only"),
        (("--hub", "Klee", "--button", "27=undo"), "--hub works only"),
        (("--hub", "Klee", "--eye", "1234"), "--eye works only"),
        (("--hub", "Klee", "--hotspot"), "--hub works only"),
        (("--eye", "1234", "--port", "81"), "--eye works only"),
        (("--eye", "1234", "--screen"), "--eye works only"),
        (("--eye", "1234", "--cafe", "klee.local/1"), "--eye works only"),
        (("--eye", " "), "--eye needs the code"),
        (("--eye",), "--eye needs the code"),
        (("--colour",), "Usage:"),
    ],
)
def test_bad_arguments(machine: Machine, arguments: tuple[str, ...], said: str) -> None:
    """Each is rejected with a clear message."""
    assert said in refused(machine, *arguments)


def test_systemd_understands_the_services(machine: Machine) -> None:
    """Every line is checked by systemd itself."""
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        pytest.skip("needs systemd-analyze (Debian's package systemd)")
    machine.user = "daemon"
    machine.is_a_pi()
    machine.program("nmcli", "exit 0")
    (machine.folder / ".venv/pyvenv.cfg").write_text("include-system-site-packages = true\n")
    machine.install("--no-start")
    units = [str(path) for path in machine.unit.parent.glob("croupier*")]
    assert len(units) == 4
    done = subprocess.run([verifier, "verify", *units], capture_output=True, text=True, check=False)
    assert "croupier" not in done.stdout + done.stderr
    assert done.returncode == 0, done.stderr


def test_the_service_may_do_little(machine: Machine) -> None:
    """An intruder in the page reaches only a tray and the games: exposure at most 2.0 of 10."""
    judge = shutil.which("systemd-analyze")
    if judge is None:
        pytest.skip("needs systemd-analyze (Debian's package systemd)")
    machine.install("--no-start")
    command = [judge, "security", "--offline=true", "--threshold=20", str(machine.unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


def test_shellcheck_finds_nothing() -> None:
    """It checks all our shell scripts."""
    if shutil.which("shellcheck") is None:
        pytest.skip("needs shellcheck (Debian's package of that name)")
    scripts = [ROOT / "hardware/install.sh", ROOT / ".ci/run", *ROOT.glob("tests/*/*.sh")]
    done = subprocess.run(
        ["shellcheck", *scripts], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stdout


def test_the_hub_of_a_cafe(machine: Machine) -> None:
    """It starts with the machine and shows the first log-in; no name ends its command early."""
    assert "Not a valid café name" in refused(machine, "--hub", 'Klee" --host x')
    machine.program("journalctl", "echo 'Open http://192.0.2.7:8090 or'; echo 'Log in as admin'")
    done = machine.install("--hub", "Café Klée & Co.")
    assert done.returncode == 0, done.stderr
    service = machine.unit.read_text()
    program = machine.folder / ".venv/bin/croupier"
    assert f'ExecStart={program} hub --cafe "Café Klée & Co." --port 8090\n' in service
    assert "Type=exec" in service
    assert f"sudo -u ada make -C {machine.folder} .venv/.hub" in machine.calls
    assert any("install_packages" in call for call in machine.calls)
    assert "Log in as admin" in done.stdout


def test_a_table_of_a_cafe(machine: Machine) -> None:
    """It joins once, as its user, with the hub's code; anything but a code is rejected."""
    assert "Not a valid café code" in refused(machine, "--cafe", "http://x/join#00;reboot")
    code = "http://192.0.2.9:8090/join#00ff"
    script = 'echo "croupier $*" >>"$CALLS"'
    machine.program("croupier", script)
    program = machine.folder / ".venv/bin/croupier"
    shutil.move(machine.programs / "croupier", program)
    assert machine.install("--cafe", code).returncode == 0
    assert f"sudo -u ada make -C {machine.folder} .venv/.hub" in machine.calls
    joins = [call for call in machine.calls if call.startswith(f"croupier join {code} --name ")]
    assert len(joins) == 1
    settings = machine.root / "home/ada/.local/share/croupier/hub.json"
    settings.parent.mkdir(parents=True)
    settings.touch()
    assert machine.install("--cafe", code).returncode == 0
    assert len([call for call in machine.calls if call.startswith("croupier join")]) == 1


def test_an_update_of_a_table_of_a_cafe(machine: Machine) -> None:
    """The package for the hub is reinstalled, because a new environment would not have it."""
    settings = machine.root / "home/ada/.local/share/croupier/hub.json"
    settings.parent.mkdir(parents=True)
    settings.touch()
    assert machine.install().returncode == 0
    assert f"sudo -u ada make -C {machine.folder} .venv/.hub" in machine.calls
