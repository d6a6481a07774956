#!/usr/bin/env bash
# Set up this machine as a table that starts at boot: hardware/install.sh --help
#
# Run it again after an update, or with options to change how the table is started. Existing data, such
# as the games played here, stays. The folder DESTDIR stands for the root of the system.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: hardware/install.sh [--camera CAMERA] [--port PORT] [--button PIN=ACTION]... [--no-buttons]
                           [--cafe CODE] [--hotspot] [--tls] [--screen] [--ask-code] [--no-start]
                           | --uninstall
       hardware/install.sh --eye CODE [--server URL] [--camera CAMERA]
       hardware/install.sh --hub CAFE [--port PORT]
       hardware/install.sh --update

Installs what Croupier needs on Raspberry Pi OS or Debian, and makes the table start with this
computer. Asks for your password through sudo. Run it again at any time: it keeps your settings and
changes only those you name; --button replaces all buttons. A camera or a hub becomes a table again if
you give an option that only a table has.

  --camera CAMERA  as in "croupier run": auto (default), pi, the number of a USB camera, ...
                   An address with a password: CROUPIER_CAMERA=rtsp://... hardware/install.sh
  --port PORT      port of the page (default: 8080; with --hotspot 80; for a hub 8090)
  --button B       a push button on a pin, as in "croupier run": 27=undo, 17=bid:1, ...
  --no-buttons     remove all buttons
  --cafe CODE      join the café whose hub shows this code
  --hotspot        open a Wi-Fi network of its own as soon as no known network is in range; without
                   this, only a Raspberry Pi opens one, after three minutes
  --tls            also answer https, so that a phone on a stand can be the camera
  --screen         show only the table on this computer's screen
  --eye CODE       be an extra camera for the table that shows this code
  --server URL     address of that table (default: http://croupier.local:8080)
  --hub CAFE       be the hub of a café with this name instead of a table
  --ask-code       ask the first device for the code, too; the code is in this output. Otherwise the first
                   device needs no code for 15 minutes after each start, as long as none has joined
  --no-start       install everything, but start nothing
  --update         install the newest version; if its page doesn't answer, go back to this one
  --uninstall      no longer start the table with this computer; the games stay
TEXT
}

SERVICE=croupier.service
ROOT=${DESTDIR:-}
UNIT=$ROOT/etc/systemd/system/$SERVICE
SCREEN=croupier-screen.service
UPDATE=croupier-update
NETWORK=croupier-network.service
SCREEN_UNIT=$ROOT/etc/systemd/system/$SCREEN
PORTAL=$ROOT/etc/NetworkManager/dnsmasq-shared.d/croupier.conf
NETWORKS=$ROOT/etc/NetworkManager/system-connections
JOURNAL=$ROOT/etc/systemd/journald@croupier.conf
SECRETS=$ROOT/etc/croupier.env
ANSWERED=refs/croupier/answered
FOLDER=$(cd "$(dirname "$0")/.." && pwd)

fail() {
  echo "$*" >&2
  exit 1
}

USER_ID=$(id -u)
USER_NAME=$(id -un)

as_root() { if [ "$USER_ID" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The table runs as the calling user, even with sudo, so that "make run" finds the same games.
PLAYER=$USER_NAME
[ "$USER_ID" != 0 ] || PLAYER=${SUDO_USER:-root}
HOME_OF_PLAYER=$(getent passwd "$PLAYER" | cut -d: -f6) || true

# Where the table keeps its games, and asks for an update.
data_folder() { echo "$ROOT$HOME_OF_PLAYER/.local/share/croupier"; }

as_player() { if [ "$PLAYER" = "$USER_NAME" ]; then "$@"; else sudo -u "$PLAYER" "$@"; fi; }

look_before() {
  [ "$PLAYER" != root ] || fail "Run this as yourself, not as root: other devices can reach the table over the network."
  [ -z "$1" ] || command -v nmcli >/dev/null ||
    fail "--hotspot needs NetworkManager, which Raspberry Pi OS has."
  command -v apt-get >/dev/null || fail "This works only on Raspberry Pi OS and Debian: apt-get is missing here."
  case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) fail "Croupier needs a 64-bit system: use the 64-bit Raspberry Pi OS." ;;
  esac
  case $FOLDER in
    *[!A-Za-z0-9/._-]*) fail "Move Croupier to a folder without spaces or special characters in its name: $FOLDER" ;;
  esac
}

is_raspberry_pi() { grep -qsa "Raspberry Pi" "$ROOT/proc/device-tree/model"; }

# The system's camera package, if there is one that is compatible with the NumPy used here.
camera_package() {
  is_raspberry_pi || return 0
  if grep -qs "^VERSION_CODENAME=bookworm" "$ROOT/etc/os-release" ||
    ! apt-cache show python3-picamera2 >/dev/null 2>&1; then
    echo "A camera module needs Raspberry Pi OS Trixie; USB cameras work here." >&2
  else
    echo python3-picamera2
  fi
}

# Installed packages need no network; new ones fail without it, with a misleading message.
not_installed() {
  [ -n "$(ip route show default; ip -6 route show default)" ] ||
    fail "There is no network here: connect this computer to the internet, then run this again."
  fail "The $1 could not be installed; see the messages above."
}

# Also installs the packages given as arguments.
install_packages() {
  # shellcheck disable=SC2046  # no package or one
  { as_root dpkg --configure -a && # after a power cut, apt-get refuses everything otherwise
    as_root apt-get update -qq &&
    as_root apt-get install -y -qq --no-install-recommends make python3-venv $(camera_package) "$@"; } ||
    not_installed "system's packages"
}

# Restores the environment that an unfinished renewal has moved aside.
restore_environment() {
  [ -e "$FOLDER/.venv.before" ] || return 0
  as_player rm -rf "$FOLDER/.venv"
  as_player mv "$FOLDER/.venv.before" "$FOLDER/.venv"
}

# An environment created before the camera package was installed cannot see it. It is kept until there
# is a new one: a running table must not lose its program because the network is down.
renew_environment() {
  if [ -n "$(camera_package 2>/dev/null)" ] &&
    grep -qs "include-system-site-packages = false" "$FOLDER/.venv/pyvenv.cfg"; then
    as_player mv "$FOLDER/.venv" "$FOLDER/.venv.before"
  fi
  if ! as_player make -C "$FOLDER" install; then
    restore_environment
    # The running program must find its own version here after the next boot, too.
    ! check_out_answered || echo "The previous version is unchanged. To try again: hardware/install.sh --update" >&2
    not_installed program
  fi
  # The service may not write here, so what it would compile at each start is compiled now.
  as_player "$FOLDER/.venv/bin/python" -m compileall -q "$FOLDER"/{companion,engine,vision} || true
  sync # otherwise files may be empty after a power cut within half a minute
  # Renamed first, so that a power cut cannot leave half of it to be restored.
  [ ! -e "$FOLDER/.venv.before" ] || as_player mv "$FOLDER/.venv.before" "$FOLDER/.venv.gone"
  as_player rm -rf "$FOLDER/.venv.gone"
}

# One of our units, filled in for this machine; @ARGUMENTS@ are those of the program.
filled_in() {
  local unit
  unit=$(<"$FOLDER/hardware/$1")
  unit=${unit//@FOLDER@/"$FOLDER"}
  unit=${unit//@USER@/"$PLAYER"}
  unit=${unit//@HOME@/"$HOME_OF_PLAYER"}
  echo "${unit//@ARGUMENTS@/"$2"}"
}

# The program's arguments in the installed unit, if there is one.
kept_arguments() { [ ! -e "$UNIT" ] || as_root sed -n 's|^ExecStart=[^ ]*/croupier ||p' "$UNIT"; }

# Prints the arguments, one per line; a café's name, in quotes, may look like an option.
lines() { grep -oE '([^ "]|"[^"]*")+' <<<"$1"; }

# Prints the value of the option NAME in ARGUMENTS, if present: NAME ARGUMENTS
option() { lines "$2" | sed -n "/^--$1\$/{n;p}; s/^--$1=//p" | tail -n 1; }

# Prints ARGUMENTS without that option: NAME ARGUMENTS
without() { lines "$2" | sed "/^--$1\$/{N;d}; /^--$1=/d" | paste -sd ' '; }

# A camera's address may contain a password, and everyone can read units and arguments: it is kept in a
# file of its own, or stays there if no camera is named: CAMERA
write_secrets() {
  case $1 in
    '') ;;
    *://*)
      as_root install -m 600 /dev/null "$SECRETS.new"
      as_root tee "$SECRETS.new" >/dev/null <<<"CROUPIER_CAMERA=$1"
      as_root mv "$SECRETS.new" "$SECRETS"
      ;;
    *) as_root rm -f "$SECRETS" ;;
  esac
}

write_unit() {
  local unit
  unit=$(filled_in "$SERVICE" "$1")
  # Eye and hub have no health check; they exit when something is wrong.
  case $1 in eye* | hub*) unit=$(sed 's/^Type=notify$/Type=exec/; /^WatchdogSec=/d; /^NotifyAccess=/d' <<<"$unit") ;; esac
  as_player mkdir -p "$ROOT$HOME_OF_PLAYER/.local/share" # the unit may write there alone
  # Atomically: a disk may be full, and the power may fail.
  as_root tee "$UNIT.new" >/dev/null <<<"$unit"
  as_root mv "$UNIT.new" "$UNIT"
  case $1 in
    eye* | hub*) # there is no table to show, and no page that asks for updates
      ! is_on_screen || hide_from_screen
      remove_helpers
      ;;
    *)
      for kind in path service; do
        filled_in "$UPDATE.$kind" '' | as_root tee "${UNIT%/*}/$UPDATE.$kind" >/dev/null
      done
      ! watches_network || filled_in "$NETWORK" '' | as_root tee "${UNIT%/*}/$NETWORK" >/dev/null
      ;;
  esac
  as_root cp "$FOLDER/hardware/$(basename "$JOURNAL")" "$JOURNAL"
  as_root systemctl daemon-reload
}

# Separately, because "disable --now" fails without systemd, as when a card is prepared.
stop_for_good() {
  as_root systemctl stop "$1"
  as_root systemctl disable --quiet "$1"
}

# Removes the services that carry out what the page asks for and the table's own service may not do.
remove_helpers() {
  local helper
  for helper in "$UPDATE.path" "$NETWORK"; do
    [ ! -e "${UNIT%/*}/$helper" ] || stop_for_good "$helper"
    as_root rm -f "${UNIT%/*}/$helper"
  done
  as_root rm -f "${UNIT%/*}/$UPDATE.service"
}

# The first start creates the log and starts the camera, which takes a while on a small machine.
answers() {
  for _ in $(seq 60); do
    if "$FOLDER/.venv/bin/python" -I -c "import urllib.request as r; r.urlopen('http://127.0.0.1:$1/health')" 2>/dev/null; then
      return
    fi
    sleep 1
  done
  return 1
}

version() { as_player git -C "$FOLDER" rev-parse --quiet --verify "$1^{commit}" 2>/dev/null || true; }

# Checks out the last version whose page answered; fails if none is known, or if it is checked out.
check_out_answered() {
  local before
  before=$(version "$ANSWERED")
  [ -n "$before" ] && [ "$before" != "$(version HEAD)" ] &&
    as_player git -C "$FOLDER" checkout --quiet --detach "$before"
}

# The last messages of the program.
messages() {
  as_root journalctl --namespace croupier --unit "$SERVICE" --output cat --lines "$1" --no-pager
}

# Replaces a version whose page does not answer by the last one that did.
go_back() {
  local said="The table isn't responding. To see its messages: journalctl --namespace croupier -n 30"
  messages 6 >&2 || true # nobody may be able to log in and look
  check_out_answered || fail "$said"
  renew_environment
  write_unit "$2" # each version has its own
  as_root systemctl restart "$SERVICE" || true # systemd retries; only the answer counts
  answers "$1" || fail "$said"
  fail "The new version isn't responding, so the previous one is running again. To try again: hardware/install.sh --update"
}

# The page's request is kept until the end: after a power cut, the update is done again at the next start.
update() {
  local data begun failed='' newest=(merge --quiet --ff-only FETCH_HEAD)
  data=$(data_folder) begun=$data/update-begun
  # A power cut leaves locks, and perhaps half of the files: those are nobody's changes.
  as_player find "$FOLDER/.git" -name '*.lock' -delete 2>/dev/null || true
  [ ! -e "$begun" ] || newest=(checkout --quiet --force -B main FETCH_HEAD)
  as_player git -C "$FOLDER" fetch --quiet origin main || failed="Can't download the newest version; see the messages above."
  if [ -z "$failed" ]; then
    [ ! -d "$data" ] || as_player touch "$begun"
    { { [ "${newest[0]}" = checkout ] || as_player git -C "$FOLDER" checkout --quiet main; } &&
      as_player git -C "$FOLDER" "${newest[@]}" && as_player rm -f "$begun" &&
      "$FOLDER/hardware/install.sh"; } || failed="The update failed; see the messages above."
  fi
  if [ -n "$failed" ]; then
    check_out_answered || true # the running program must find its own version here
    [ ! -d "$data" ] || as_player touch "$data/update-failed"
  fi
  as_player rm -f "$data/update-wanted" "$begun"
  [ -z "$failed" ] || fail "$failed"
}

# A Pi may be taken to where it knows no network. NetworkManager, which Raspberry Pi OS has, must run.
watches_network() { is_raspberry_pi && nmcli general >/dev/null 2>&1; }

# The names of the networks in range, for the page; while the hotspot is open, nothing can be found.
list_wifi() {
  nmcli --terse --escape no --fields SSID device wifi list --rescan yes | awk 'NF && !known[$0]++' |
    as_player tee "$(data_folder)/wifi-networks" >/dev/null
}

# Gives NetworkManager the network on standard input as FILE: everyone could read a password among the arguments.
write_network() {
  local file=$NETWORKS/$1.nmconnection
  as_root install -D -m 600 /dev/null "$file"
  as_root tee "$file" >/dev/null
  as_root nmcli connection load "$file"
}

# Prints TEXT as NetworkManager's files have it.
escaped() {
  local text=${1//\\/\\\\}
  printf '%s\n' "${text// /\\s}"
}

# Joins the Wi-Fi that the page asks for: name, password and country, one per line. A network that is known
# already stays as it is, so that a wrong password changes nothing.
join_wifi() {
  local data name='' password='' country='' ssid uuid security=wpa-psk
  data=$(data_folder)
  { IFS= read -r name && IFS= read -r password && IFS= read -r country; } < <(as_player cat "$data/wifi-wanted") || true
  as_player rm -f "$data/wifi-failed"
  [[ $country != [A-Z][A-Z] ]] || raspi-config nonint do_wifi_country "$country" || true
  nmcli connection down croupier || true # the radio does one or the other
  list_wifi || true
  ! nmcli --terse --escape no --fields SECURITY,SSID device wifi | grep -Fqx -e "WPA3:$name" || security=sae
  ssid=$(printf %s "$name" | od -An -v -tu1 | tr -s ' \n' ';')
  uuid=$(</proc/sys/kernel/random/uuid)
  {
    printf '%s\n' "[connection]" "id=Wi-Fi $(escaped "$name")" "uuid=$uuid" type=wifi autoconnect-priority=1 \
      "[wifi]" "ssid=${ssid#;}"
    [ -z "$password" ] || printf '%s\n' "[wifi-security]" "key-mgmt=$security" "psk=$(escaped "$password")"
  } | write_network "croupier-$uuid" || true
  if nmcli --wait 60 connection up uuid "$uuid"; then
    # What the page asked for earlier, with another password.
    grep -lFx -e "ssid=${ssid#;}" "$NETWORKS"/croupier-*.nmconnection | grep -Fv "$uuid" | xargs -r rm || true
    nmcli connection reload || true
  else
    nmcli connection delete uuid "$uuid" || rm -f "$NETWORKS/croupier-$uuid.nmconnection"
    nmcli connection up croupier || true
    as_player touch "$data/wifi-failed"
  fi
  as_player rm -f "$data/wifi-wanted"
}

# Four rounds are a minute. After three minutes without a network, the hotspot opens; while nobody uses it,
# it closes every ten minutes, because a known network may be back.
watch_network() {
  local rounds=0 data
  data=$(data_folder)
  as_player mkdir -p "$data"
  list_wifi || true
  while sleep 15; do
    [ ! -e "$data/wifi-wanted" ] || join_wifi
    case $(nmcli --terse --fields STATE,CONNECTION device || true) in
      *connected:croupier*)
        if [ $((++rounds)) -ge 40 ] && [ -z "$(iw dev wlan0 station dump)" ]; then
          rounds=8 # a minute is enough to join a known network
          nmcli connection down croupier || true
        fi
        ;;
      connected:* | *$'\n'connected:*) rounds=0 ;;
      *)
        if [ $((++rounds)) -ge 12 ]; then
          rounds=0
          list_wifi || true
          nmcli connection up croupier || true
        fi
        ;;
    esac
  done
}

# Its priority is the lowest, so that known networks take precedence. With "yes", it opens by itself.
make_hotspot() {
  local key
  as_root mkdir -p "$(dirname "$PORTAL")"
  # Every name resolves to this machine, so that a phone's internet check opens the page.
  as_root tee "$PORTAL" >/dev/null <<<"address=/#/10.42.0.1"
  if ! as_root nmcli connection show croupier >/dev/null 2>&1; then
    key=$(head -c 500 /dev/urandom | tr -dc 'a-hjkmnp-z2-9' | cut -c 1-10)
    printf '%s\n' "[connection]" id=croupier type=wifi interface-name=wlan0 autoconnect=false \
      autoconnect-priority=-10 "[wifi]" ssid=Croupier mode=ap band=bg \
      "[wifi-security]" key-mgmt=wpa-psk "proto=rsn;" "pairwise=ccmp;" "psk=$key" \
      "[ipv4]" method=shared address1=10.42.0.1/24 "[ipv6]" method=disabled | write_network croupier
  fi
  [ "$2" = no ] || as_root nmcli connection modify croupier connection.autoconnect yes
  key=$(as_root nmcli --show-secrets --get-values 802-11-wireless-security.psk connection show croupier)
  echo "When no known network is in range, this computer opens the Wi-Fi network Croupier, password $key."
  echo "The table is then at http://10.42.0.1:$1. To open it now: sudo nmcli connection up croupier"
}

# The autostart entry for the browser on a desktop.
autostart() { echo "$ROOT$HOME_OF_PLAYER/.config/autostart/croupier.desktop"; }

is_on_screen() { [ -e "$SCREEN_UNIT" ] || [ -e "$(autostart)" ]; }

# On a desktop, the browser starts with it; elsewhere the browser is the only program on the screen.
show_on_screen() {
  local page="--kiosk --noerrdialogs --password-store=basic --app=http://127.0.0.1:$1/"
  if [ -e "$ROOT/etc/systemd/system/display-manager.service" ]; then
    as_player mkdir -p "$(dirname "$(autostart)")"
    printf '%s\n' "[Desktop Entry]" "Type=Application" "Name=Croupier" "Exec=chromium $page" |
      as_player tee "$(autostart)" >/dev/null
    return
  fi
  filled_in "$SCREEN" "$page" | as_root tee "$SCREEN_UNIT" >/dev/null
  as_root systemctl daemon-reload
  as_root systemctl enable --quiet "$SCREEN"
  [ "$2" = no ] || as_root systemctl restart "$SCREEN"
}

hide_from_screen() {
  [ ! -e "$SCREEN_UNIT" ] || stop_for_good "$SCREEN"
  as_root rm -f "$SCREEN_UNIT" "$(autostart)"
}

start() {
  as_root systemctl enable --quiet "$SERVICE"
  [ ! -e "${UNIT%/*}/$UPDATE.path" ] || as_root systemctl enable --now --quiet "$UPDATE.path"
  [ ! -e "${UNIT%/*}/$NETWORK" ] || as_root systemctl enable --now --quiet "$NETWORK"
  # With Type=notify, the restart fails if the program exits or never reports that it is ready.
  { as_root systemctl restart "$SERVICE" && answers "$1"; } || go_back "$1" "$2"
  [ -z "$(version HEAD)" ] || as_player git -C "$FOLDER" update-ref "$ANSWERED" HEAD
  as_player rm -f "$(data_folder)/update-failed" # whichever way this version came
  messages 50 |
    sed -nE 's/ Press Ctrl\+C to stop\.//; /^(Open|Code for|Log in)/p' | tail -n 2
  echo "Or open http://$(hostname).local:$1 if your network knows this computer by name."
}

# The code is used only once, here: its key is stored, and no unit file contains it.
be_an_eye() {
  [ -z "$3" ] || as_player "$FOLDER/.venv/bin/croupier" eye --join --server "$2" --code "$3" ||
    fail "The table refused this camera: check the code on the tablet, under Players."
  write_unit "$1"
  [ "$4" = yes ] || return 0
  as_root systemctl enable --quiet "$SERVICE"
  as_root systemctl restart "$SERVICE"
}

install_hub() {
  as_root rm -f "$SECRETS"
  as_player make -C "$FOLDER" .venv/.hub || not_installed hub
  as_player "$FOLDER/.venv/bin/python" -c \
    "from companion.hub.programs import install_packages; install_packages(print)" ||
    not_installed "hub's packages"
}

# What a café's table needs in addition. It joins once; a table that has joined keeps its café.
speak_to_hub() {
  local joined
  joined=$(data_folder)/hub.json
  [ -n "$1" ] || [ -e "$joined" ] || return 0
  as_player make -C "$FOLDER" .venv/.hub || not_installed "part that speaks to a hub"
  [ -e "$joined" ] || as_player "$FOLDER/.venv/bin/croupier" join "$1" --name "$(hostname)" ||
    fail "This table couldn't join the café: check the code on the hub's page, under Management."
}

uninstall() {
  [ -e "$UNIT" ] || fail "No table is installed on this computer."
  stop_for_good "$SERVICE"
  hide_from_screen
  [ ! -e "$PORTAL" ] || as_root nmcli connection delete croupier || true # it may be gone already
  remove_helpers
  as_root rm -f "$UNIT" "$JOURNAL" "$PORTAL" "$SECRETS"
  as_root systemctl daemon-reload
  echo "The table no longer starts with this computer. The games stay; the program is in $FOLDER."
}

main() {
  local camera=${CROUPIER_CAMERA:-} port='' buttons='' cafe='' hub='' hotspot='' screen='' code='' server='' begin=yes
  local arguments kept kind no_buttons='' asks_code='' tls='' opens=''
  while [ $# -gt 0 ]; do
    case $1 in
      --camera)
        camera=${2:?--camera needs a name}
        shift
        ;;
      --port)
        port=${2:?--port needs a number}
        shift
        ;;
      --cafe)
        cafe=${2:?--cafe needs the code that the hub shows}
        shift
        ;;
      --hub)
        hub=${2:?--hub needs the name of the café}
        shift
        ;;
      --eye)
        code=${2:-}
        code=${code// /}
        : "${code:?--eye needs the code that the table shows}"
        shift
        ;;
      --server)
        server=${2:?--server needs an address}
        shift
        ;;
      --button)
        case ${2:-} in *=*) ;; *) fail "Write a button like this: 27=undo or 17=bid:1." ;; esac
        case $2 in *[!A-Za-z0-9_:=]*) fail "Not a valid button: $2" ;; esac
        buttons+=" --button $2"
        shift
        ;;
      --no-buttons) no_buttons=yes ;;
      --hotspot) hotspot=yes ;;
      --tls) tls=' --tls' ;;
      --screen) screen=chromium ;;
      --ask-code) asks_code=yes ;;
      --no-start) begin=no ;;
      --update)
        update
        return
        ;;
      --watch-network)
        watch_network
        return
        ;;
      --uninstall)
        uninstall
        return
        ;;
      --help | -h)
        usage
        return
        ;;
      *)
        usage >&2
        exit 2
        ;;
    esac
    shift
  done
  case $port in *[!0-9]*) fail "The port must be a number: $port" ;; esac
  case $code$server in *[!A-Za-z0-9/:._-]*) fail "Not a valid code or address: $code $server" ;; esac
  case $cafe in *[!A-Za-z0-9/:._#[\]-]*) fail "Not a valid café code: $cafe" ;; esac
  case $hub in -* | *[\"\\\$%[:cntrl:]]*) fail "Not a valid café name: $hub" ;; esac
  case $camera in *[!A-Za-z0-9/:._?=\&@-]*) fail "Not a valid camera: $camera" ;; esac
  [ -z "$server" ] || [ -n "$code" ] || fail "A camera needs the table's code to join: --eye CODE --server $server"
  # The program rejects options of another kind, so the service would never start.
  [ -z "$code" ] || [ -z "$hub$port$buttons$no_buttons$cafe$hotspot$tls$screen" ] ||
    fail "--eye works only with --server and --camera."
  [ -z "$hub" ] || [ -z "$camera$buttons$no_buttons$cafe$hotspot$tls$screen" ] ||
    fail "--hub works only with --port."
  look_before "$hotspot"
  kept=$(kept_arguments)
  kind=${kept%% *}
  case $kind in
    hub) [ -z "$camera" ] || kind=run ;;
    eye) [ -z "$port" ] || kind=run ;;
  esac
  [ -z "$buttons$cafe$hotspot$tls$screen" ] || kind=run
  [ -z "$hub" ] || kind=hub
  [ -z "$code" ] || kind=eye
  arguments=$kept
  if [ -z "$kept" ] || [ "$kind" != "${kept%% *}" ]; then
    arguments=${kind:=run}
    [ "$kind" = hub ] || camera=${camera:-auto}
    case $kind in
      eye) server=${server:-http://croupier.local:8080} ;;
      hub) port=${port:-8090} ;;
      run)
        [ -n "$hotspot" ] || port=${port:-8080}
        # Without a screen nobody sees the code.
        arguments+=" --trust-first"
        ;;
    esac
  fi
  [ -z "$screen$asks_code" ] || arguments=${arguments/ --trust-first/}
  [ -z "$tls" ] || arguments=${arguments/ --tls/}$tls
  [ -z "$hotspot" ] || port=${port:-80}
  [ -z "$hub" ] || arguments="$(without cafe "$arguments") --cafe \"$hub\""
  [ -z "$camera" ] || arguments="$(without camera "$arguments") --camera $camera"
  [ -z "$server" ] || arguments="$(without server "$arguments") --server $server"
  [ -z "$port" ] || arguments="$(without port "$arguments") --port $port"
  [ -z "$buttons$no_buttons" ] || arguments="$(without button "$arguments")$buttons"
  camera=$(option camera "$arguments")
  case $camera in *://*) arguments=$(without camera "$arguments") ;; esac
  [ "$arguments" != "$kept" ] || echo "Keeping these settings: croupier $arguments"
  port=$(option port "$arguments")
  [ "$kind" != hub ] || port=${port:-8090}
  port=${port:-8080}
  echo "Installing packages as root, creating $FOLDER/.venv, and making Croupier start with this computer."
  restore_environment
  [ "$kind" != run ] || ! watches_network || opens=no
  [ -z "$hotspot" ] || opens=yes
  [ "$kind" != run ] || ! is_on_screen || screen=chromium # at its current port
  [ -z "$screen" ] || [ -e "$ROOT/etc/systemd/system/display-manager.service" ] || screen="chromium cage"
  # shellcheck disable=SC2086  # no package, one, or several
  install_packages ${opens:+dnsmasq-base} $screen
  renew_environment
  write_secrets "$camera"
  case $arguments in
    eye*)
      be_an_eye "$arguments" "$(option server "$arguments")" "$code" "$begin"
      return
      ;;
    hub*) install_hub ;;
    *) speak_to_hub "$cafe" ;;
  esac
  write_unit "$arguments"
  [ -z "$opens" ] || make_hotspot "$port" "$opens"
  [ -z "$screen" ] || show_on_screen "$port" "$begin"
  if [ "$begin" = yes ]; then start "$port" "$arguments"; else echo "Installed. To start it: sudo systemctl enable --now croupier"; fi
}

main "$@"
