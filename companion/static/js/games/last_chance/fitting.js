/** Which dice fit a card, so that they are offered to stay. */

/**
 * The dice (indices) that lie on a printed number, and for each kind of drink those with the face
 * that comes most often; none where these would be all.
 */
export function fittingDice({ dice, card, options }) {
  const loose = dice.map(({ face }, index) => ({ face, index }));
  const kept = [];
  const take = (wanted) => {
    const at = loose.findIndex(({ face }) => wanted(face));
    if (at >= 0) kept.push(loose.splice(at, 1)[0].index);
    return at >= 0;
  };
  const numbers = card.symbols.filter((symbol) => dice.length && symbol >= "1" && symbol <= "6");
  for (const number of numbers) take((face) => face === number);
  const free = (face) => options.joker_vs_printed === "may_equal" || !numbers.includes(face);
  const places = (drink) => card.symbols.filter((symbol) => symbol === drink).length;
  const taken = new Set();
  for (const drink of ["L", "C"].sort((one, other) => places(other) - places(one))) {
    const faces = loose.map(({ face }) => face).filter((face) => free(face) && !taken.has(face));
    const often = (face) => faces.filter((other) => other === face).length;
    const best = faces.sort((one, other) => often(other) - often(one))[0];
    for (let place = 0; place < places(drink); place += 1) take((face) => face === best);
    if (places(drink)) taken.add(best);
  }
  for (let place = 0; place < places("J"); place += 1) take(free);
  return kept.length < dice.length ? kept.sort() : [];
}
