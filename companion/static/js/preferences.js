/** What somebody chose on this device and wants to find again: kept in the browser alone. */

/** Return what was kept as `name`, or `usual` where there is nothing. */
export function loadPreference(name, usual = null) {
  try {
    return JSON.parse(localStorage.getItem(`croupier.${name}`)) ?? usual;
  } catch {
    return usual; // no storage (a private window), or somebody else's text in it
  }
}

/** Keep `value` (anything that JSON can say) as `name`. */
export function savePreference(name, value) {
  try {
    localStorage.setItem(`croupier.${name}`, JSON.stringify(value));
  } catch {
    // Without storage it is chosen again next time.
  }
}
