/** Which dice fit a card, so that they are offered to stay, and which faces complete it. */

const FACES = ["1", "2", "3", "4", "5", "6"];

const numbersOn = ({ symbols }) => symbols.filter((symbol) => FACES.includes(symbol));

/** Whether a joker of the card may be `face`. */
function jokerMayBe(face, { card, options }) {
  return options.joker_vs_printed === "may_equal" || !numbersOn(card).includes(face);
}

/** Take the first of `loose` that is `wanted` out of it; undefined where there is none. */
function takeOut(loose, wanted) {
  const at = loose.findIndex(wanted);
  return at < 0 ? undefined : loose.splice(at, 1)[0];
}

/**
 * The dice (indices) that lie on a printed number, and for each kind of drink those with the face
 * that comes most often; none where these would be all. Where a joker may be any face, a single die
 * for it is rather thrown again: most faces fit there, and it may show what is missing elsewhere.
 */
export function fittingDice(snapshot) {
  const { dice, card, options } = snapshot;
  const fewest = options.joker_vs_printed === "may_equal" ? 2 : 1;
  const loose = dice.map(({ face }, index) => ({ face, index }));
  const kept = [];
  const keep = (wanted) => {
    const found = takeOut(loose, wanted);
    if (found) kept.push(found.index);
  };
  for (const number of numbersOn(card)) keep(({ face }) => face === number);
  const places = (drink) => card.symbols.filter((symbol) => symbol === drink).length;
  const taken = new Set();
  for (const drink of ["L", "C"].sort((one, other) => places(other) - places(one))) {
    const faces = loose
      .map(({ face }) => face)
      .filter((face) => jokerMayBe(face, snapshot) && !taken.has(face));
    const often = (face) => faces.filter((other) => other === face).length;
    const [best] = faces.sort((one, other) => often(other) - often(one));
    const count = Math.min(places(drink), often(best));
    if (count < fewest) continue;
    for (let one = 0; one < count; one += 1) keep(({ face }) => face === best);
    taken.add(best);
  }
  for (let place = 0; fewest === 1 && place < places("J"); place += 1) {
    keep(({ face }) => jokerMayBe(face, snapshot));
  }
  return kept.length < dice.length ? kept.sort() : [];
}

/** Of the lists of faces that would complete the card, those that do so beside the faces `kept`. */
export function needsBeside(snapshot, kept) {
  return snapshot.needs.filter((faces) => cracks(snapshot, [...kept, ...faces]));
}

/** Whether `faces` crack the card (Rules §1.3); what is laid on a drink says which face all have. */
function cracks(snapshot, faces) {
  const { card, slots } = snapshot;
  const facesOf = (drink) => {
    if (!card.symbols.includes(drink)) return [drink];
    const laid = slots.find(({ symbol, face }) => symbol === drink && face);
    return laid ? [laid.face] : FACES.filter((face) => jokerMayBe(face, snapshot));
  };
  const areAll = (drinks) => {
    const loose = [...faces];
    const wanted = card.symbols
      .filter((symbol) => symbol !== "J")
      .map((symbol) => drinks[symbol] ?? symbol);
    const found = wanted.every((face) => takeOut(loose, (one) => one === face));
    return (
      found &&
      loose.length === card.symbols.length - wanted.length &&
      loose.every((face) => jokerMayBe(face, snapshot))
    );
  };
  return facesOf("L").some((L) => facesOf("C").some((C) => L !== C && areAll({ L, C })));
}
