// Filters still being counted when the page went out are put in their places once they are; the link leads to them too.
let awaited = "";

const fillFilters = async () => {
  const href = document.querySelector("a[data-filters]")?.href;
  if (!href || href === awaited) return;
  awaited = href;
  const answer = await fetch(href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const filters = answer?.ok && (await answer.text());
  if (awaited === href) awaited = "";
  if (!filters) return;
  for (const link of document.querySelectorAll("a[data-filters]")) {
    if (link.href === href) link.closest(".facets").outerHTML = filters;
  }
};

document.addEventListener("htmx:afterSettle", fillFilters);
fillFilters();
