// The row of a list that the reader is at (`wove.row`, `wove.move`): where the keys move, and where the way back leads.
const AT = "at"; // in this window's memory: which row was left, by the address of its list
const list = "main .row, main .refs li";
const link = (row) => row?.querySelector(".row__title a, a");
const rows = () => Array.from(document.querySelectorAll(list)).filter((row) => link(row) && row.checkVisibility());
const here = () => window.location.pathname + window.location.search;

const put = (row) => {
  document.querySelectorAll("[data-current]").forEach((other) => delete other.dataset.current);
  if (row) row.dataset.current = "";
};

wove.row = () => {
  const focused = document.activeElement?.closest?.(list);
  return focused ?? document.querySelector("[data-current]");
};
wove.rowLink = () => link(wove.row());

wove.move = (step) => {
  const all = rows();
  if (!all.length) return;
  const at = all.indexOf(wove.row());
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1);
  put(all[next]);
  link(all[next]).focus({ preventScroll: true });
  all[next].scrollIntoView({ block: "nearest" });
};

// Back from a paper: its row is marked, and where it was left by a key it has the focus again.
document.addEventListener("click", (event) => {
  const left = event.target.closest?.("a[href]");
  const row = left?.closest(list);
  if (!row || left !== link(row)) return;
  wove.rememberHere(AT, { ...wove.rememberedHere(AT), [here()]: [left.pathname, event.detail === 0] });
});

window.addEventListener("pageshow", (event) => {
  const came = performance.getEntriesByType("navigation")[0]?.type;
  if (!event.persisted && came !== "back_forward") return;
  const [left, byKey] = wove.rememberedHere(AT)?.[here()] ?? [];
  const row = left && rows().find((one) => link(one).pathname === left);
  if (!row) return;
  put(row);
  if (byKey) link(row).focus({ preventScroll: true });
});
