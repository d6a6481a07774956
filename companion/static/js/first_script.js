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
    var part = event.target;
    var kind = part.type || part.rel;
    if (hasBegun() || (kind !== "module" && kind !== "stylesheet")) return;
    window.removeEventListener("error", missed, true);

    /** Load the page again as soon as the server has this part, which may be gone for good. */
    function reload() {
      var request = new XMLHttpRequest();
      request.onloadend = function answered() {
        if (request.status === 200) location.reload();
        else setTimeout(reload, 2000);
      };
      request.open("GET", part.src || part.href);
      request.send();
    }
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
