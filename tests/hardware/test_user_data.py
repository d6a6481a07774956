"""The file that makes a Raspberry Pi a table at its first start."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

FILE, NETWORK = ROOT / "hardware/user-data", ROOT / "hardware/network-config"


@pytest.fixture
def files() -> dict[str, str]:
    """Return the files that it writes, by path."""
    told: Any = yaml.safe_load(FILE.read_text())
    return {one["path"]: one["content"] for one in told["write_files"]}


def test_cloud_init_understands_it() -> None:
    """cloud-init itself checks every key."""
    if shutil.which("cloud-init") is None:
        pytest.skip("needs cloud-init (Debian's package of that name)")
    done = subprocess.run(
        ["cloud-init", "schema", "--config-file", str(FILE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert FILE.read_text().startswith("#cloud-config\n")


def test_three_lines_are_to_be_changed() -> None:
    """They are language, time zone and source; all others have good defaults."""
    marked = re.findall(r"^ *(\w+).*# change", FILE.read_text(), re.MULTILINE)
    assert marked == ["locale", "timezone", "source"]


def test_the_wifi_is_in_three_marked_lines() -> None:
    """Its country, name and password, where netplan expects them."""
    source = NETWORK.read_text()
    told: Any = yaml.safe_load(source)["network"]
    assert told["version"] == 2
    wifi = told["wifis"]["wlan0"]
    ((name, access),) = wifi["access-points"].items()
    marked = [line for line in source.splitlines() if "# change" in line]
    values = (wifi["regulatory-domain"], name, access["password"])
    assert all(f'"{value}"' in line for value, line in zip(values, marked, strict=True))


def test_the_user_may_access_camera_and_pins() -> None:
    """The camera and the pins of push buttons have their own groups."""
    told: Any = yaml.safe_load(FILE.read_text())
    (player,) = told["users"]
    assert player["groups"] == ["video", "gpio"]
    assert "sudo" not in player  # otherwise a fault of the table would give an attacker root


class FirstBoot:
    """A Pi that starts, with fake programs in `programs`."""

    def __init__(self, folder: Path, script: str) -> None:
        self.home, self.done = folder / "croupier", folder / "installed"
        self.programs, self.boot = folder / "bin", folder / "boot"
        self.light, self.netplan = folder / "trigger", folder / "netplan.yaml"
        for made in (self.programs, self.boot):
            made.mkdir()
        self.user_data, self.network = self.boot / "user-data", self.boot / "network-config"
        shutil.copy(FILE, self.user_data)
        shutil.copy(NETWORK, self.network)
        for name in ("apt-get", "dpkg", "nmcli", "vcgencmd", "sleep", "sync"):
            self.add_program(self.programs / name, "exit 0")
        self.add_program(self.programs / "sudo", 'shift 2; exec "$@"')
        self.croupier = self.home / ".venv/bin/croupier"
        for was, now in (
            ("/boot/firmware", self.boot),
            ("/home/croupier/croupier", self.home),
            ("/var/lib/croupier-installed", self.done),
            ("/var/lib/croupier-network", folder / "network-before"),
            ("/etc/netplan/50-cloud-init.yaml", self.netplan),
            ("/sys/class/leds/ACT/trigger", self.light),
        ):
            assert was in script
            script = script.replace(was, str(now))
        self._script = script

    @staticmethod
    def add_program(path: Path, script: str) -> None:
        """Write a program."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def start(self) -> str:
        """Start it; return its report on the boot partition."""
        environment = {**os.environ, "PATH": f"{self.programs}:/usr/bin:/bin"}
        subprocess.run(["bash", "-c", self._script], env=environment, check=True, timeout=60)
        self.page = (self.boot / "croupier.html").read_text()
        return (self.boot / "croupier-install.txt").read_text()


@pytest.fixture
def pi(tmp_path: Path, files: dict[str, str]) -> FirstBoot:
    """Return a Pi that has not started yet."""
    return FirstBoot(tmp_path, files["/usr/local/sbin/croupier-first-boot"])


@pytest.mark.parametrize("works", [True, False])
def test_the_boot_partition_has_the_result(pi: FirstBoot, works: bool) -> None:
    """Success is final; a failure is reported and retried at the next start.

    The page explains it in the chosen language, with a code to scan; the light shows it, too.
    """
    told = (
        "this computer opens the Wi-Fi network Croupier, password ab3de.\n"
        "Open http://192.0.2.9:8080 on a tablet or\nCode for new devices: 123 456\n"
    )
    install = (
        "echo 'no room on the <card>'; echo 'It failed.'; exit 1"
        if not works
        else f"printf '{told}'"
    )
    pi.add_program(pi.home / "hardware/install.sh", install)
    pi.add_program(pi.home / ".venv/bin/python", 'echo "<svg>${*: -1}</svg>"')
    pi.user_data.write_text(pi.user_data.read_text().replace("en_GB", "de_DE"))
    said = pi.start()
    assert ("Done." in said) == works
    assert ("no room on the <card>" in said) != works
    assert ("<svg>http://192.0.2.9:8080/#123456</svg>" in pi.page) == works
    assert ("no room on the &lt;card>" in pi.page) != works
    assert ("Croupier ist bereit." if works else "noch nicht installiert") in pi.page
    assert ("sein eigenes, Croupier. Passwort: ab3de</p>" in pi.page) == works
    assert pi.light.read_text() == ("default-on\n" if works else "timer\n")
    assert pi.done.exists() == works


CANNOT_DOWNLOAD = {
    "no network": "There is no network. Plug in a cable, or copy network-config",
    "no internet": "The Pi is on your network, but there is no internet.",
    "wrong password": "can’t join the Wi-Fi the name of your Wi-Fi. Correct the password",
    "wrong country": "The Pi finds no Wi-Fi at all. Correct the country",
    "wrong name": "doesn’t find the Wi-Fi the name of your Wi-Fi, only Klee &amp; Co, Mohn.",
    "full card": "The card is full. Use one with 16 GB or more.",
    "no clock": "The Pi’s clock is wrong",
    "undervoltage": "The power supply is too weak.",
}
IN_RANGE = {"wrong password": "Klee\nthe name of your Wi-Fi", "wrong name": "Klee & Co\n\nMohn"}
OF_APT = {
    "full card": "E: Write error - write (28: No space left on device)",
    "no clock": "sqv returned an error code (1): Not live until 2026-11-21T08:46:20Z",
}


@pytest.mark.parametrize("fault", CANNOT_DOWNLOAD)
def test_a_first_start_that_cannot_download_says_why(pi: FirstBoot, fault: str) -> None:
    """The light blinks until the installation can continue."""
    without_wifi = fault in ("no network", "no internet")
    if without_wifi:
        pi.network.write_text("# network:\n")
    state = "connected" if fault == "no internet" else "disconnected"
    wifis = IN_RANGE.get(fault, "")
    pi.add_program(
        pi.programs / "nmcli", f"case $* in *SSID*) echo '{wifis}' ;; *) echo {state} ;; esac"
    )
    if fault == "undervoltage":
        pi.add_program(pi.programs / "vcgencmd", "echo throttled=0x50000")
    # Unless it is asked to, it succeeds with the old lists, and installs what is there already.
    pi.add_program(
        pi.programs / "apt-get",
        f"echo '{OF_APT.get(fault, '')}'; [[ $* != *Error-Mode=any* ]] || exit 100",
    )
    pi.add_program(pi.home / "hardware/install.sh", "exit 0")
    seen = pi.programs / "seen"
    seen.mkdir()
    pi.add_program(
        pi.programs / "sleep",
        f"cp -n {pi.boot}/croupier.html {pi.light} {seen}; ln -sf /bin/true {pi.programs}/apt-get",
    )
    assert "Done." in pi.start()
    page = (seen / "croupier.html").read_text()
    assert CANNOT_DOWNLOAD[fault] in page
    assert ("power supply" in page) == (fault == "undervoltage")
    assert (seen / pi.light.name).read_text() == "timer\n"
    assert "Croupier is ready." in pi.page
    assert pi.light.read_text() == "default-on\n"


def test_without_the_internet_it_gives_up_after_ten_minutes(pi: FirstBoot) -> None:
    """The next start tries again."""
    pi.add_program(pi.programs / "apt-get", "exit 100")
    pi.add_program(pi.programs / "sed", "exit 0")  # thirty times, what it says is of no interest
    assert "Try 30" in pi.start()
    assert pi.light.read_text() == "timer\n"
    assert not pi.done.exists()


def test_an_occupied_port_is_named(pi: FirstBoot) -> None:
    """The page says what to write where."""
    why = "Cannot listen on 0.0.0.0 port 8080: Address already in use. Try another port."
    pi.add_program(pi.home / "hardware/install.sh", f"echo '{why}'; exit 1")
    pi.start()
    assert "Another program uses the port. Choose another one in user-data" in pi.page
    assert f"{why}</pre>" in pi.page
    assert pi.light.read_text() == "timer\n"


@pytest.mark.parametrize("options", ["", "--eye 123456"])
def test_a_ready_table_shows_its_health_check(pi: FirstBoot, options: str) -> None:
    """It is below the address, with advice, and shown by the light; an eye has no check."""
    pi.user_data.write_text(
        pi.user_data.read_text().replace("options= #", f"options='{options}' #")
    )
    pi.add_program(pi.home / "hardware/install.sh", "exit 0")
    found = "✓ 12 GB free.\n! No <camera>.\n    Plug it in.\n· A note.\n    Do.\n✗ Hot.\n    Air."
    pi.add_program(pi.croupier, f"[ $LANG = en_GB.UTF-8 ] && printf '{found}\n'; exit 1")
    assert "Done." in pi.start()
    wrong = "<p><b>No &lt;camera>.</b><br>Plug it in.\n<p><b>Hot.</b><br>Air.<p>"
    assert ("Croupier is ready." in pi.page, wrong in pi.page) == (True, not options)
    assert ("A note" in pi.page, "12 GB" in pi.page) == (False, False)
    assert pi.light.read_text() == ("default-on\n" if options else "timer\n")


@pytest.mark.parametrize("works", [True, False])
def test_another_wifi_on_the_card_holds_at_the_next_start(pi: FirstBoot, works: bool) -> None:
    """This includes a file saved on Windows. If netplan refuses it, the Pi keeps what worked."""
    pi.add_program(pi.programs / "git", "exit 1")
    pi.add_program(pi.programs / "netplan", f"exit {int(not works)}")
    pi.start()
    assert not pi.netplan.exists()  # cloud-init has just read it
    before = NETWORK.read_text()
    pi.network.write_text(before.replace("its password", "rot13rot13"), newline="\r\n")
    pi.start()
    holds = before.replace("its password", "rot13rot13") if works else before
    assert pi.netplan.read_text() == holds
    assert (pi.netplan.parent / "network-before").read_text() == holds
    assert pi.netplan.stat().st_mode & 0o777 == 0o600


def test_an_interrupted_first_start_goes_on(pi: FirstBoot) -> None:
    """The page on the card says what to do; the next start first finishes what dpkg had begun."""
    pi.add_program(pi.programs / "apt-get", "kill -9 $PPID")
    with pytest.raises(subprocess.CalledProcessError):
        pi.start()
    page = (pi.boot / "croupier.html").read_text()
    assert "If it was interrupted, put the card back" in page
    assert pi.light.read_text() == "heartbeat\n"
    pi.add_program(pi.programs / "dpkg", f"[ $1 = --configure ] && touch {pi.programs}/configured")
    pi.add_program(pi.programs / "apt-get", f"[ -e {pi.programs}/configured ]")
    pi.add_program(pi.home / "hardware/install.sh", "exit 0")
    assert "Done." in pi.start()


def test_an_interrupted_download_does_no_harm(pi: FirstBoot) -> None:
    """It is repeated at the next start."""
    half = 'mkdir -p "$5/hardware"'
    pi.add_program(pi.programs / "git", f"{half}; exit 1")
    assert "It did not work" in pi.start()
    assert "https://example.org/croupier.git" in pi.page
    pi.add_program(
        pi.programs / "git",
        f'[ -e "$5" ] && exit 1; {half}; echo exit 0 >$5/hardware/install.sh;'
        " chmod +x $5/hardware/install.sh",
    )
    assert "Done." in pi.start()
    assert pi.done.exists()


def test_corrections_on_the_card_apply_at_the_next_start(pi: FirstBoot) -> None:
    """This covers address and options, even saved on Windows; cloud-init reads the file once."""
    install = "$5/hardware/install.sh"
    pi.add_program(
        pi.programs / "git",
        '[ "$4" = https://klee.lan/c.git ] || { echo "no $4"; exit 1; }; mkdir -p "$5/hardware";'
        f" echo 'echo \"$#: $*\"' >{install}; chmod +x {install}",
    )
    assert "no https://example.org" in pi.start()
    text = pi.user_data.read_text()
    text = text.replace("https://example.org/croupier.git", "https://klee.lan/c.git")
    text = text.replace("options= #", 'options="--camera 0" #')
    text = text.replace("cafe= #", "cafe=http://192.0.2.9:8090/join#5ec2e7 #")
    pi.user_data.write_text(text, newline="\r\n")
    said = pi.start()
    assert "4: --camera 0 --cafe http://192.0.2.9:8090/join#5ec2e7\n" in said
    assert "Done." in said


def test_logging_in_can_be_enabled() -> None:
    """The lines for it are valid once their "#" is removed."""
    told: Any = yaml.safe_load(re.sub("(?m)^( +)# ( *- |ssh_|sudo:)", r"\1\2", FILE.read_text()))
    (player,) = told["users"]
    assert player["ssh_authorized_keys"][0].startswith("ssh-ed25519 ")
    assert player["sudo"] == "ALL=(ALL) NOPASSWD:ALL"
    assert ["systemctl", "enable", "--now", "ssh"] in told["runcmd"]


def test_the_installation_is_retried_until_it_is_done(files: dict[str, str]) -> None:
    """A service retries, because cloud-init runs only once."""
    unit = files["/etc/systemd/system/croupier-first-boot.service"]
    assert "ConditionPathExists=!/var/lib/croupier-installed" in unit
    assert "touch /var/lib/croupier-installed" in files["/usr/local/sbin/croupier-first-boot"]
