// What replacing parts of the search page needs beside htmx: a busy state, the count spoken, the focus kept on the page.
const part = () => document.getElementById("search");

document.addEventListener("htmx:beforeRequest", () => part()?.setAttribute("aria-busy", "true"));
document.addEventListener("htmx:afterRequest", () => part()?.removeAttribute("aria-busy"));
document.addEventListener("htmx:afterSettle", () => {
  document.getElementById("search-status").textContent = part().dataset.status;
  part().querySelector("h1")?.focus({ preventScroll: true });
});
// What cannot be replaced (an error, a page that ended) is gone to instead.
document.addEventListener("htmx:responseError", (event) => {
  window.location.assign(event.detail.pathInfo.requestPath);
});
