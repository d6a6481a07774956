#!/usr/bin/env bash
# Starts hardware/user-data in a separate Debian 13, with one fault after another, and checks
# croupier.html and the light:
#
#     sudo tests/hardware/first_starts.sh FOLDER
#
# FOLDER keeps that system (600 MB) for the next run. This takes ten minutes, and needs mmdebstrap,
# overlayfs and the internet. A Pi's radio, camera, firmware and systemd are simulated.
# shellcheck disable=SC2016  # scripts in quotes
set -euo pipefail

if [ "$(id -u)" != 0 ] || [ $# != 1 ]; then
  sed -n '2,8s/^# \?//p' "$0" >&2
  exit 2
fi
work=$(realpath -m "$1")
here=$(cd "$(dirname "$0")/../.." && pwd)
export root=$work/root
wrong=0

fake() {
  printf '#!/bin/bash\n%s\n' "$2" >"$root/fake/$1"
  chmod +x "$root/fake/$1"
}

make_system() {
  mkdir -p "$work"
  if [ ! -e "$root/home/croupier" ]; then
    mmdebstrap --quiet --variant=minbase \
      --include=avahi-daemon,ca-certificates,faketime,git,iproute2,make,python3,sudo trixie "$root"
    chroot "$root" useradd --create-home croupier
  fi
  # That system trusts the same certificates, as a network may have a proxy.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' >"$root/etc/pip.conf"
  mkdir -p "$root"/{fake,boot/firmware,sys/class/leds/ACT}
  fake nmcli '[ "$1" != general ] && case "$*" in *SSID*) cat /fake/wifis ;; *) cat /fake/state ;; esac'
  fake vcgencmd 'cat /fake/power'
  fake journalctl 'tail -n 6 /var/log/croupier'
  fake sleep '[ "$1" != 60 ] || /bin/sleep 30'
  fake systemctl '
    [ "$1 $2" = "restart croupier.service" ] || exit 0
    cp /fake/picamera2.py /home/croupier/croupier/.venv/lib/python3*/site-packages/ 2>/dev/null
    run=$(sed -n "s/^ExecStart=//p" /etc/systemd/system/croupier.service)
    HOME=/home/croupier setpriv --reuid=croupier --regid=croupier --init-groups $run >/var/log/croupier 2>&1 &
    for _ in $(seq 30); do /bin/sleep 1; kill -0 $! || exit 1; ! grep -q Open /var/log/croupier || exit 0; done'
  cat >"$root/fake/picamera2.py" <<'PYTHON'
import time
from pathlib import Path
import numpy as np

MODULE = Path("/fake/module").read_text().strip()

class Picamera2:
    camera_controls = ()
    global_camera_info = staticmethod(lambda: [{"Id": MODULE, "Model": MODULE}] if MODULE else [])
    def __init__(self, number):
        if MODULE == "busy":
            raise RuntimeError("Device or resource busy")
    def capture_arrays(self, names, wait):
        time.sleep(0.05)
        return (np.random.default_rng().integers(60, 90, (960, 1280, 3), np.uint8),), {}
    def __getattr__(self, name):
        return lambda *_, **__: {}
PYTHON
  : >"$root/fake/module"
  rm -rf "$root/croupier.git"
  git -c safe.directory='*' clone --quiet --bare "$here" "$root/croupier.git"
  chroot "$root" chown -R croupier: /croupier.git
  cp "$here/hardware/network-config" "$root/boot/firmware"
  sed 's|https://example.org/|file:///|; s/options=/options="--port 18088"/' "$here/hardware/user-data" \
    >"$root/boot/firmware/user-data"
  "$here/.venv/bin/python" -c 'import sys, yaml; print(yaml.safe_load(sys.stdin)["write_files"][0]["content"])' \
    <"$here/hardware/user-data" >"$root/first-boot"
}

# Runs FAULT (a script) in the card CARD, which lies over another one if $on is set, and starts it for
# at most $seconds; then croupier.html must contain WORDS, and the light be LIGHT.
start() { # CARD LIGHT WORDS FAULT
  local page=$work/$1/boot/croupier.html light=$work/$1/up/sys/class/leds/ACT/trigger
  [ -n "${again-}" ] || rm -rf "${work:?}/$1"
  card=$work/$1 fault=$4 unshare --mount --pid --fork --kill-child bash -euc '
    mkdir -p "$card"/{up,work,system}
    mount -t overlay overlay -o "lowerdir=${on:+$on/up:}$root,upperdir=$card/up,workdir=$card/work" "$card/system"
    cd "$card/system"
    [ -e "$card/boot" ] || cp -r "$root/boot/firmware" "$card/boot"
    mount --bind "$card/boot" boot/firmware
    mount --rbind /dev dev
    mount -t proc proc proc
    eval "$fault"
    ${offline:+unshare --net} chroot . env -i PATH=/fake:/usr/sbin:/usr/bin:/sbin:/bin ${clock-} \
      timeout --signal=KILL "${seconds:-500}" bash /first-boot' || true
  if grep -qF -e "$3" "$page" && [ "$(cat "$light")" = "$2" ]; then
    echo "✓ $1: $3"
  else
    wrong=1
    echo "✗ $1: not \"$3\", but, with the light on $(cat "$light"): $(sed 's/<svg.*<\/svg>//' "$page")"
  fi
}

make_system
once="sed -i 's/-lt 30/-lt 1/' first-boot"
export offline=yes
start no-network timer "There is no network" "$once; echo '#' >boot/firmware/network-config; : >fake/state"
start wrong-password timer "Correct its password" "$once; : >fake/state; echo 'the name of your Wi-Fi' >fake/wifis"
start wrong-country timer "Correct the country" "$once; : >fake/state; : >fake/wifis"
start wrong-name timer "only Klee." "$once; : >fake/state; echo Klee >fake/wifis"
start weak-power timer "The power supply is too weak" "$once; echo throttled=0x50005 >fake/power"
unset offline
clock='faketime 2025-10-01' start no-clock timer "clock is wrong" "$once; rm -rf var/lib/apt/lists/*"
start full-card timer "The card is full" "mount -t tmpfs -o size=80m tmpfs home; chmod 755 home; mkdir home/croupier; chroot . chown croupier: /home/croupier"
start port-taken timer "Another program uses the port" \
  "python3 -c 'import socket, time; s = socket.create_server((\"\", 18088)); time.sleep(999)' & sleep 1"
for seconds in 3 8 15 25 35; do
  export seconds
  again=yes start cut-off heartbeat "it continues" :
done
unset seconds
again=yes start cut-off timer "No camera is connected" :
export on=$work/cut-off
anew="rm -r var/lib/croupier-installed home/croupier/.local"
start loose-ribbon timer "check its ribbon at both ends" "$anew"
start busy-camera timer "Device or resource busy" "$anew; echo busy >fake/module"
start wrong-module timer "The camera module is a NoIR" "$anew; echo imx708_noir >fake/module"
exit "$wrong"
