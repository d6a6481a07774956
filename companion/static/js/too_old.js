/**
 * Says so where a browser is too old for the page: a classic script, and the only one that such a
 * browser reads. What it says stands in the page, in every language.
 */

(() => {
  const show = () => {
    document.getElementById("too-old")?.removeAttribute("hidden");
  };

  /** Whether the page has drawn itself once. */
  const hasBegun = () => document.querySelector("#page > :not(.waiting)") !== null;

  // An engine that lacks the last of what the page uses has not all the rest either.
  const isNew = "at" in Array.prototype && CSS.supports("aspect-ratio", "1");
  document.addEventListener("DOMContentLoaded", () => isNew || show());
  window.addEventListener("error", ({ error }) => {
    if (error instanceof SyntaxError || (error && !hasBegun())) show();
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    if (reason instanceof SyntaxError) show();
  });
})();
