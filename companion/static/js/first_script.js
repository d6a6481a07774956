/**
 * Says so where a browser is too old for the page, and loads the page again where a part of it did
 * not come: the server may be starting. A classic script, and the only one that an old browser
 * reads: so it uses only what ES5 has. What it says stands in the page, in every language.
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

  // An engine that lacks the last of what the page uses has not all the rest either.
  var isNew = "at" in Array.prototype && CSS.supports("aspect-ratio", "1");
  document.addEventListener("DOMContentLoaded", function look() {
    if (!isNew) show();
  });

  /** Load the page again as soon as the server answers. */
  function reload() {
    var request = new XMLHttpRequest();
    request.onloadend = function answered() {
      if (request.status === 200) location.reload();
      else setTimeout(reload, 2000);
    };
    request.open("GET", location.href);
    request.send();
  }

  /** Such an error does not bubble: it is heard on its way down. @param {any} event */
  function missed(event) {
    var kind = event.target.type || event.target.rel;
    if (hasBegun() || (kind !== "module" && kind !== "stylesheet")) return;
    window.removeEventListener("error", missed, true);
    setTimeout(reload, 2000);
  }
  window.addEventListener("error", missed, true);
  window.addEventListener("error", function take(event) {
    if (event.error instanceof SyntaxError || (event.error && !hasBegun())) show();
  });
  window.addEventListener("unhandledrejection", function takeLater(event) {
    if (event.reason instanceof SyntaxError) show();
  });
})();
