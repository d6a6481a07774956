/**
 * Shows a message if a browser is too old for the page, and reloads the page if a part of it did
 * not arrive, as the server may be starting. It is a classic script in ES5, and the only one that
 * an old browser reads. Its messages are in the page, in every language.
 */

(function watch() {
  function show() {
    var notice = document.getElementById("too-old");
    if (notice) notice.removeAttribute("hidden");
  }

  /** Whether the page has drawn itself once. */
  function hasBegun() {
    return document.querySelector("#page > :not(.waiting)") !== null;
  }

  // An engine without the newest feature that the page uses lacks others, too.
  var isNew = "at" in Array.prototype && CSS.supports("aspect-ratio", "1");
  document.addEventListener("DOMContentLoaded", function look() {
    if (!isNew) show();
  });

  /** Errors of loading do not bubble, so they are caught on their way down. @param {any} event */
  function missed(event) {
    var kind = event.target.type || event.target.rel;
    if (hasBegun() || (kind !== "module" && kind !== "stylesheet")) return;
    window.removeEventListener("error", missed, true);
    setTimeout(ask, 2000, 0);
  }

  /**
   * Ask for the parts of the page in turn, and load it again once the server has them all. A
   * browser says which script failed, but not which import of it, and that may be gone for good.
   * @param {number} place of the part to ask for
   */
  function ask(place) {
    /** @type {NodeListOf<any>} */
    var parts = document.querySelectorAll("[src^='/static/'], [href^='/static/']");
    var request = new XMLHttpRequest();
    request.onloadend = function answered() {
      if (request.status !== 200) setTimeout(ask, 2000, 0);
      else if (place + 1 < parts.length) ask(place + 1);
      else location.reload();
    };
    request.open("GET", parts[place].src || parts[place].href);
    request.send();
  }
  window.addEventListener("error", missed, true);
  window.addEventListener("error", function take(event) {
    if (event.error instanceof SyntaxError || (event.error && !hasBegun())) show();
  });
  window.addEventListener("unhandledrejection", function takeLater(event) {
    if (event.reason instanceof SyntaxError) show();
  });
})();
