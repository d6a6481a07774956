/**
 * Says so where a browser is too old for the page: a classic script, and the only one that such a
 * browser reads. So it uses only what ES5 has. What it says stands in the page, in every language.
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
  window.addEventListener("error", function take(event) {
    if (event.error instanceof SyntaxError || (event.error && !hasBegun())) show();
  });
  window.addEventListener("unhandledrejection", function takeLater(event) {
    if (event.reason instanceof SyntaxError) show();
  });
})();
