/** What somebody chose on this device and wants to find again: kept in the browser alone. */

/** Return what was kept as `name`, or `usual` where there is nothing. */
export function loadPreference(name, usual = null) {
  return load("localStorage", name) ?? usual;
}

/** Keep `value` (anything that JSON can say) as `name`. */
export function savePreference(name, value) {
  save("localStorage", name, value);
}

/** Return what was left half done as `name` in this tab before it was loaded anew, or null. */
export function loadUnfinished(name) {
  return load("sessionStorage", name);
}

/** Keep what is half done as `name` as long as this tab is open; null: it is done. */
export function saveUnfinished(name, value) {
  save("sessionStorage", name, value);
}

function load(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(`croupier.${name}`));
  } catch {
    return null; // no storage (a private window), or somebody else's text in it
  }
}

function save(storage, name, value) {
  try {
    window[storage].setItem(`croupier.${name}`, JSON.stringify(value));
  } catch {
    // Without storage it is chosen again next time.
  }
}
