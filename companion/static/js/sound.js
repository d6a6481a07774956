/** Sounds of our own, made on the spot, and the browser's own voice where it has one. */

import { loadPreference, savePreference } from "./preferences.js";
import { state } from "./store.js";
import { language } from "./words.js";

/** How loud a device can be set. */
export const LOUDNESS = ["voice", "sounds", "off"];

// Notes of each sound: [start in seconds, hertz, seconds, wave].
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

let audio = null;

/** How loud this device is. One device speaks, the banker's; the others are silent until told. */
export function loudness() {
  return loadPreference("loudness", state.you.role === "banker" ? "voice" : "off");
}

/** Be that loud from now on, and remember it on this device. */
export function chooseLoudness(chosen) {
  savePreference("loudness", chosen);
  if (chosen !== "voice") globalThis.speechSynthesis?.cancel();
  prepareAudio();
}

/** Run the audio while this device may sound: on a silent phone it would only use the battery. */
function prepareAudio() {
  if (loudness() === "off") {
    audio?.suspend();
  } else {
    audio ??= new AudioContext();
    audio.resume();
  }
}

// A browser lets a page sound only after a tap.
document.addEventListener("pointerdown", prepareAudio);

/** Play the sound `name`. */
export function play(name) {
  if (audio?.state !== "running" || loudness() === "off") return;
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

/** Say `text` aloud in the page's language; what is still being said is cut off by it. */
export function speak(text) {
  const speech = globalThis.speechSynthesis;
  if (!speech || loudness() !== "voice") return;
  const said = new SpeechSynthesisUtterance(text.replaceAll("\u202f", ""));
  said.lang = language;
  said.voice = speech.getVoices().find((voice) => voice.lang.startsWith(language)) ?? null;
  speech.cancel();
  speech.speak(said);
}
