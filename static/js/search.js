// Links within a search (filters, sorting, pages) replace the results in place; the address and the way back stay real.
const part = () => document.getElementById("search");
const isSearch = (event) => event.detail.target?.id === "search";

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#search a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.pathname !== window.location.pathname) return;
  event.preventDefault();
  const address = link.pathname + link.search;
  htmx.ajax("GET", address, { source: link, target: "#search", swap: "outerHTML show:window:top", push: address });
});

document.addEventListener("htmx:beforeRequest", (event) => isSearch(event) && part()?.setAttribute("aria-busy", "true"));
document.addEventListener("htmx:afterRequest", (event) => isSearch(event) && part()?.removeAttribute("aria-busy"));
document.addEventListener("htmx:afterSettle", (event) => {
  if (!isSearch(event)) return;
  document.getElementById("search-status").textContent = part().dataset.status;
  part().querySelector("h1")?.focus({ preventScroll: true });
});

// What cannot be put in place (an error, a page past the end) is gone to instead.
for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, (event) => window.location.assign(event.detail.pathInfo.requestPath));
}
