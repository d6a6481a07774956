/**
 * Speaks events aloud and writes them for screen readers: only confirmed ones, which a new version
 * of the table brings. The display of the game knows the words.
 */

import { showMessage } from "./actions.js";
import { loadPreference, savePreference } from "./device.js";
import { die } from "./parts/dice.js";
import { boxOnScreen, findAll, h } from "./parts/dom.js";
import { seatName, seatSign } from "./parts/seats.js";
import { eventSentence, joinSentences, logLine } from "./sentences.js";
import { state } from "./store.js";
import { formatAmount, formatOutcome, language } from "./words.js";

const HEARD_MS = 1500; // long enough for a screen reader; the display shows it anyway

// The events that every game has, with their sounds.
/** @type {Voice} */
const VOICE = {
  player_joined: "",
  player_left: "",
  player_renamed: "",
  game_paused: "",
  game_resumed: "",
  game_over: "win",
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/**
 * Speak the events of `snapshot` since `before`, once, but nothing for a page just opened. An undo
 * is only written.
 * @param {Snapshot | null} before
 * @param {Snapshot | null} snapshot
 * @param {Display | undefined} display
 */
export function announceChanges(before, snapshot, display) {
  if (!before || !snapshot || before === snapshot || before.run !== snapshot.run) return;
  if (before.game !== snapshot.game || snapshot.version <= before.version) return;
  const row = snapshot.last_row;
  if (!row) return;
  if (row.kind === "undo") return showMessage(logLine(row), { done: true });
  if (display?.voice) announce(spoken(row, { ...VOICE, ...display.voice }));
  else readOut(row);
  /** @type {Seconds} */
  const seconds = { game_over: () => winners(snapshot), ...display?.seconds };
  const event = [...(row.events ?? [])].reverse().find(({ type }) => type in seconds);
  if (event) showSecond(snapshot, seconds[event.type](event));
}

/**
 * Return what to say about the act of `row`: the events that `voice` names, each with its sound.
 * @param {Row} row
 * @param {Voice} voice
 * @returns {Announcement[]}
 */
function spoken({ events = [], game, names }, voice) {
  return events
    .filter(({ type }) => type in voice)
    .map((event) => {
      const sound = voice[event.type];
      return {
        text: eventSentence(event, game, names, { aloud: true }),
        sound: typeof sound === "function" ? sound(event) : sound,
      };
    });
}

/**
 * Read out the line of the log for a game whose display has no words of its own.
 * @param {Row} row
 */
function readOut(row) {
  if (row.dice) play("dice");
  speak(logLine(row));
}

/**
 * Output `said`, `[{ text, sound }]` (either may be missing), as voice, sound and writing.
 * @param {Announcement[]} said
 */
export function announce(said) {
  const text = joinSentences(said.flatMap((one) => one.text || []));
  for (const { sound } of said) if (sound) play(sound);
  if (!text) return;
  speak(text);
  readAloud(text);
  clearTimeout(fading);
  fading = setTimeout(() => readAloud(""), HEARD_MS);
}

/** Write `text` for screen readers, without redrawing the page. @param {string} text */
function readAloud(text) {
  state.said = text;
  const region = document.querySelector(".aloud");
  if (region) region.textContent = text;
}

/** Return the last announcement, for the live region. */
export function lastAnnouncement() {
  return state.said ?? "";
}

// Sounds are synthesised here; the voice is the browser's, if it has one.

/** The volumes that a device can have. */
export const LOUDNESS = ["voice", "sounds", "off"];

// Notes of each sound: [start in seconds, hertz, seconds, wave].
/**
 * @type {Record<Exclude<Sound, "">, [start: number, hertz: number, seconds: number, wave: OscillatorType][]>}
 */
const SOUNDS = {
  bid: [[0, 660, 0.09, "triangle"]],
  count: [
    [0, 196, 0.12, "square"],
    [0.02, 98, 0.16, "sine"],
  ],
  sold: [
    [0, 196, 0.1, "square"],
    [0.14, 196, 0.1, "square"],
    [0.28, 131, 0.3, "square"],
  ],
  dice: [
    [0, 820, 0.03, "square"],
    [0.07, 640, 0.03, "square"],
    [0.13, 730, 0.03, "square"],
    [0.22, 560, 0.04, "square"],
  ],
  win: [
    [0, 523, 0.16, "triangle"],
    [0.13, 659, 0.16, "triangle"],
    [0.26, 784, 0.16, "triangle"],
    [0.4, 1047, 0.5, "triangle"],
  ],
  lose: [
    [0, 294, 0.25, "triangle"],
    [0.22, 247, 0.25, "triangle"],
    [0.46, 196, 0.6, "triangle"],
  ],
  coin: [
    [0, 1319, 0.07, "sine"],
    [0.06, 1760, 0.16, "sine"],
  ],
};
const VOLUME = 0.14;

// A display that plays through HDMI may swallow the beginning of the first sound after a pause.
const AWAKE_MS = 60_000;

/** @type {AudioContext | null} */
let audio = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let awake;

/**
 * Return the volume of this device. Only the banker's speaks; others are silent until somebody
 * turns them on.
 */
export function loudness() {
  return loadPreference("loudness", state.you.role === "banker" ? "voice" : "off");
}

/** Use this volume from now on, and remember it on this device. @param {string} chosen */
export function chooseLoudness(chosen) {
  savePreference("loudness", chosen);
  if (chosen !== "voice") globalThis.speechSynthesis?.cancel();
  wakeAudio();
}

/** Run the audio for a moment, if this device may sound: silent audio uses power, too. */
function wakeAudio() {
  clearTimeout(awake);
  if (loudness() === "off") {
    audio?.suspend();
    return;
  }
  audio ??= new AudioContext();
  audio.resume();
  awake = setTimeout(() => audio?.suspend(), AWAKE_MS);
}

// A browser lets a page sound only after a tap, which ends with this.
document.addEventListener("pointerup", wakeAudio);

/** Play the sound `name`: its notes wait until the audio runs. @param {Exclude<Sound, "">} name */
export function play(name) {
  if (!audio || loudness() === "off") return;
  wakeAudio();
  for (const [start, hertz, seconds, wave] of SOUNDS[name] ?? []) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(wave === "square" ? VOLUME / 3 : VOLUME, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/**
 * Say `text` aloud in the page's language, cutting off anything still being said.
 * @param {string} text
 */
export function speak(text) {
  const speech = globalThis.speechSynthesis;
  if (!speech || loudness() !== "voice") return;
  const said = new SpeechSynthesisUtterance(text.replaceAll("\u202f", ""));
  said.lang = language;
  said.voice = speech.getVoices().find((voice) => voice.lang.startsWith(language)) ?? null;
  speech.cancel();
  speech.speak(said);
}

// Motion shows what happened: money crosses the page from its payer to its payee, and dice tumble
// into their new faces. Nothing moves if people prefer less motion. Any element with an account
// (`data-account`) takes part; the dice of an element with `data-roll` tumble when a later row
// rolled dice.

const FLIGHT_MS = 900;
const TUMBLE_MS = 420;
const OPEN = ".sheet, .drawer"; // these hide the table: nothing flies over them
const BOW = 45; // pixels that a flight rises above a straight line

/** Whether the user prefers less motion (`matches`). */
export const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Return the events whose motion is played while `snapshot` is drawn: those of the act after the
 * one on the screen, or none if people prefer less motion.
 * @template {GameEvent} E
 * @param {{ run: string, version: number, last_row: { kind: string, events?: E[] } | null }}
 * snapshot
 * @returns {E[]}
 */
export function eventsToPlay({ run, version, last_row: row }) {
  const { drawn } = state;
  const next = drawn?.run === run && version === drawn.version + 1 && row?.kind === "action";
  return (next && !prefersReducedMotion.matches && !document.hidden && row.events) || [];
}

/** Return the place of every account on the screen. Call it before a redraw. */
export function accountsOnPage() {
  /** @type {Places} */
  const found = new Map();
  for (const node of findAll("[data-account]")) {
    found.set(node.dataset.account ?? "", boxOnScreen(node));
  }
  return found;
}

/**
 * Fly each transfer of `events` from its payer to its payee. `before` is where the accounts were
 * before the redraw, for those that are gone by now.
 * @param {GameEvent[]} events
 * @param {Places} before
 */
export function flyTransfers(events, before) {
  if (prefersReducedMotion.matches || document.querySelector(OPEN)) return;
  const now = accountsOnPage();
  /** @param {string} account */
  const boxOf = (account) => {
    const [group] = account.split(":");
    const places = [account, `${group}s`]; // all bets lie in one place
    return places.map((name) => now.get(name) ?? before.get(name)).find(Boolean);
  };
  for (const { transfer } of events) {
    if (!transfer) continue;
    const [from, to] = [boxOf(transfer.payer), boxOf(transfer.payee)];
    if (from && to) flyMoney(from, to, transfer.amount);
  }
}

/** @param {DOMRect} from @param {DOMRect} to @param {number} value */
function flyMoney(from, to, value) {
  const note = document.createElement("span");
  note.className = "money-note paper pill strong one-line";
  note.textContent = formatAmount(value);
  flyNode(note, from, to);
}

/**
 * Let `node` cross the page in a bow, over everything, from the middle of the box `from` to that of
 * `to`, where it is `end` times as large; then it is gone.
 * @param {HTMLElement} node
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {{ ms?: number, delay?: number, swell?: number, end?: number }} [given]
 */
export function flyNode(node, from, to, { ms = FLIGHT_MS, delay = 0, swell = 1.2, end = 1 } = {}) {
  node.classList.add("flying");
  node.setAttribute("aria-hidden", "true");
  document.body.append(node);
  /** @param {DOMRect} box */
  const middleOf = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)];
  /** @param {number} x @param {number} y @param {number} scale */
  const at = (x, y, scale) => ({
    transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`,
    opacity: 1,
  });
  const way = [at(x1, y1, 1), at((x1 + x2) / 2, (y1 + y2) / 2 - BOW, swell), at(x2, y2, end)];
  const timing = { duration: ms, delay, easing: "ease-in-out" };
  node.animate(way, timing).finished.finally(() => node.remove());
}

/** Tumble the dice of the newest roll, except the kept ones. */
export function tumbleDice() {
  if (prefersReducedMotion.matches) return;
  findAll("[data-roll] .die:not(.stayed, .kept .die)").forEach(settle);
}

/** @param {Element} die @param {number} index */
function settle(die, index) {
  const turn = index % 2 ? 1 : -1;
  die.animate(
    [
      { transform: `translateY(-26px) rotate(${turn * 200}deg)`, opacity: 0.2 },
      { transform: `translateY(6px) rotate(${turn * -14}deg)`, opacity: 1, offset: 0.6 },
      { transform: "none" },
    ],
    { duration: TUMBLE_MS + index * 50, easing: "ease-out" },
  );
}

// For a second, the whole display shows something that everybody should see.

const SECOND_MS = 1300;

/** @param {Snapshot} snapshot @returns {Second | null} */
function winners({ over, ranking, seats }) {
  if (!over || !ranking) return null;
  const first = ranking.filter(({ place }) => place === 1);
  const names = first.map(({ seat }) => seats[seat].name);
  if (!first.length) return null;
  const seat = first.length === 1 ? first[0].seat : null;
  return { look: "win", seat, title: formatOutcome(names, ranking.length) };
}

/**
 * Show `second` over everything, until it is over or tapped away.
 * @param {Snapshot} snapshot
 * @param {Second | null} second
 */
function showSecond(snapshot, second) {
  if (!second || prefersReducedMotion.matches || document.querySelector(OPEN)) return;
  const { look, seat, title, faces = [], sum = "" } = second;
  const node = h(
    "div",
    { class: `second-look stack center ${look}`, "aria-hidden": "true" },
    seat === null ? null : look === "win" ? seatSign(seat) : seatName(snapshot, seat),
    h("b", { class: "second-title" }, title),
    faces.length
      ? h(
          "p",
          { class: "line center dice-l" },
          faces.map((face) => die(face)),
        )
      : null,
    sum ? h("b", { class: "second-sum" }, sum) : null,
  );
  document.querySelector(".second-look")?.remove();
  document.body.append(node);
  node.onpointerdown = () => node.remove();
  setTimeout(() => node.remove(), SECOND_MS);
}
