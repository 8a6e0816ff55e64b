// Why a paper is close in meaning: told below its row, taken back by a second click; the link leads to a page of its own.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-why]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain) return;
  event.preventDefault();
  const foot = link.closest(".row__foot");
  const told = foot.nextElementSibling?.matches(".row__why") && foot.nextElementSibling;
  link.setAttribute("aria-expanded", String(!told));
  if (told) return told.remove();
  const place = document.createElement("div");
  place.className = "row__why";
  place.setAttribute("role", "status");
  foot.after(place);
  htmx.ajax("GET", link.pathname + link.search, { source: link, target: place, swap: "innerHTML" });
});
