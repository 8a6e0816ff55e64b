// Which papers were seen in this browser, and which are new in a list since the visit before; kept here and nowhere else.
const MOST = 4000; // papers; the oldest are forgotten
const LISTS = 200;
const root = document.documentElement;
const words = (count, one, many) => `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

const seen = () => new Set(wove.remembered("seen") ?? []);
const paper = document.querySelector(".paper[data-paper]")?.dataset.paper;
if (paper) {
  const known = seen();
  known.delete(paper); // moves to the end
  wove.remember("seen", [...known, paper].slice(-MOST));
}

// A visit lasts as long as its window: what was newest when it began stays the mark until it ends.
const markOf = (key, newest) => {
  const marks = wove.remembered("newest") ?? {};
  const begun = wove.rememberedHere("newest") ?? {};
  if (!(key in begun)) {
    begun[key] = marks[key] ?? null;
    wove.rememberHere("newest", begun);
  }
  if (newest && (!marks[key] || later(newest, marks[key]))) {
    delete marks[key];
    marks[key] = newest;
    wove.remember("newest", Object.fromEntries(Object.entries(marks).slice(-LISTS)));
  }
  return begun[key];
};
const later = (one, other) => one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
const when = (row) => [row.querySelector("time").getAttribute("datetime"), row.dataset.paper];

const mark = (row, name, text) => {
  if (name in row.dataset) return;
  row.dataset[name] = "";
  const said = document.createElement("span");
  said.className = `row__mark row__mark--${name}`;
  said.textContent = text;
  row.querySelector(".row__when").append(said);
};

const isHiding = () => "hideSeen" in root.dataset;
const hide = (hiding) => {
  if (hiding) root.dataset.hideSeen = "";
  else delete root.dataset.hideSeen;
  wove.remember("hide-seen", hiding || null);
};

const tell = (list, old, fresh) => {
  list.parentElement.querySelector(":scope > .seen-line")?.remove();
  if (!old && !fresh) return;
  const line = document.createElement("p");
  line.className = "seen-line";
  if (fresh) line.append(`${words(fresh, "paper is", "papers are")} new here since your last visit. `);
  if (old) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "linklike";
    button.textContent = isHiding() ? (old === 1 ? "Show it" : "Show them") : old === 1 ? "Hide it" : "Hide them";
    button.addEventListener("click", () => wove.hideSeen());
    line.append(
      isHiding() ? `${words(old, "paper", "papers")} that you have seen ${old === 1 ? "is" : "are"} hidden. `
        : `You have seen ${words(old, "of these papers", "of these papers")}. `,
      button,
    );
  }
  list.after(line);
};

const look = () => {
  const known = seen();
  for (const list of document.querySelectorAll("ol.rows")) {
    const rows = Array.from(list.querySelectorAll(".row[data-paper]"));
    const old = rows.filter((row) => known.has(row.dataset.paper));
    old.forEach((row) => mark(row, "seen", "seen"));
    let fresh = [];
    if ("newest" in list.dataset && rows.length) {
      const before = markOf(window.location.pathname, when(rows[0]));
      fresh = before ? rows.filter((row) => later(when(row), before)) : [];
      fresh.forEach((row) => mark(row, "new", "new"));
    }
    tell(list, old.length, fresh.length);
  }
  if (isHiding()) root.dataset.hideSeen = "";
};

wove.hideSeen = () => {
  hide(!isHiding());
  look();
  document.querySelectorAll("input[data-hide-seen-choice]").forEach((box) => { box.checked = isHiding(); });
  wove.say(isHiding() ? "Papers that you have seen are hidden" : "Papers that you have seen are shown");
};

document.addEventListener("htmx:afterSwap", look);
window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
look();
