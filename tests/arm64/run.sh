#!/usr/bin/env bash
# Installs Croupier in an emulated Debian 13 for ARM, starts it there, and compares its readings of
# pictures with this machine's:
#
#     sudo tests/arm64/run.sh FOLDER PICTURE...
#
# FOLDER keeps the emulated system (500 MB) for the next run. This takes ten minutes, and three seconds
# a picture. It needs Debian or Ubuntu, `make install`, and a kernel with binfmt_misc. The emulator is
# that of Debian 13, because the previous one crashes in ONNX Runtime.
set -euo pipefail

if [ "$(id -u)" != 0 ] || [ $# -lt 2 ]; then
  sed -n '2,9s/^# \?//p' "$0" >&2
  exit 2
fi
work=$(realpath -m "$1")
shift
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$work"
table='' root=$work/root croupier=/home/ada/croupier binfmt=/proc/sys/fs/binfmt_misc

emulated() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_OFFLINE=1 "QEMU_CPU=${QEMU_CPU:-cortex-a72}" "$@"
}

make_system() {
  command -v mmdebstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq mmdebstrap; }
  [ -x "$work/qemu/usr/bin/qemu-aarch64" ] ||
    mmdebstrap --quiet --variant=extract --include=qemu-user trixie "$work/qemu"
  [ -e $binfmt/register ] || mount -t binfmt_misc none $binfmt
  [ -e $binfmt/qemu-aarch64 ] ||
    printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$work/qemu/usr/bin/qemu-aarch64:F" >$binfmt/register
  [ -e "$root/home/ada" ] && return
  rm -rf "$root"
  mmdebstrap --quiet --arch=arm64 --variant=minbase --include=ca-certificates,iproute2,sudo,systemd trixie "$root"
  emulated useradd --create-home ada
}

# The emulated system trusts the same certificates, as a network may have a proxy.
install_croupier() {
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' >"$root/etc/pip.conf"
  mkdir -p "$root$croupier"
  git -C "$here" -c safe.directory='*' archive HEAD | tar -x -C "$root$croupier"
  emulated chown -R ada: /home/ada
  mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
  emulated SUDO_USER=ada $croupier/hardware/install.sh --no-start
}

# Starts the table as the unit would, with this machine's network.
start_croupier() {
  emulated HOME=/home/ada setpriv --reuid=ada --regid=ada --init-groups \
    $croupier/.venv/bin/croupier run --camera demo --host 127.0.0.1 --port 8089 &
  table=$!
  for _ in $(seq 120); do
    if "$here/.venv/bin/python" -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8089/health')" 2>/dev/null; then
      echo "The table answers."
      stop_croupier
      return
    fi
    sleep 1
  done
  echo "The table does not answer." >&2
  return 1
}

stop_croupier() {
  [ -z "$table" ] || kill "$table" 2>/dev/null || true
  wait
  table=
}

trap 'stop_croupier; umount -q "$root/proc" || true' EXIT
make_system
install_croupier
start_croupier
rm -rf "$root/pictures"
mkdir "$root/pictures"
number=0
for picture in "$@"; do
  number=$((number + 1))
  cp "$picture" "$root/pictures/$(printf %05d $number).${picture##*.}"
done
(cd "$root" && PYTHONPATH=$here "$here/.venv/bin/croupier" read --json pictures/*) >"$work/here.jsonl"
emulated bash -c "$croupier/.venv/bin/croupier read --json pictures/*" >"$work/arm.jsonl" 2>"$work/arm.log"
"$here/.venv/bin/python" "$here/tests/arm64/compare.py" "$work/here.jsonl" "$work/arm.jsonl"
