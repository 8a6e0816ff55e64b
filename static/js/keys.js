// Keys for readers who like them, never while typing or with a modifier; the list of them, with a switch that turns
// them off and is remembered.
const KEYS = [
  ["/", "search", () => goToSearch()],
  ["j", "next paper of the list", () => wove.move(1)],
  ["k", "the one before", () => wove.move(-1)],
  ["o", "open it", () => wove.rowLink()?.click()],
  ["c", "copy its BibTeX", () => copy()],
  ["s", "hide papers that you have seen, or show them", () => wove.hideSeen()],
  ["?", "this list", () => open()],
];
const isOn = () => wove.remembered("keys") !== "off";

const goToSearch = () => {
  const box = Array.from(document.querySelectorAll(".find input[name=q]")).find((one) => one.checkVisibility());
  box?.focus();
  box?.select();
};

const copy = () => {
  const address = wove.rowLink()?.pathname ?? (document.querySelector(".paper[data-paper]") && window.location.pathname);
  if (address) wove.copyBibtex(address);
  else wove.say("No paper is chosen: j and k choose one");
};

let dialog = null;
const open = () => {
  dialog ??= make();
  dialog.querySelector("[data-keys-choice]").checked = isOn();
  dialog.querySelector("[data-hide-seen-choice]").checked = "hideSeen" in document.documentElement.dataset;
  if (!dialog.open) dialog.showModal();
};

const make = () => {
  const made = document.createElement("dialog");
  made.className = "keys";
  made.setAttribute("aria-labelledby", "keys-name");
  const list = KEYS.map(([key, does]) => `<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`).join("");
  made.innerHTML = `<h2 id="keys-name">Keys</h2><dl>${list}</dl>
    <label class="check"><input type="checkbox" data-keys-choice> Use these keys</label>
    <label class="check"><input type="checkbox" data-hide-seen-choice> Hide papers that I have seen</label>
    <p class="fine">Which papers you have seen is known to this browser alone.
    <button class="linklike" type="button" data-forget>Forget them</button></p>
    <form method="dialog"><button class="button">Close</button></form>`;
  made.querySelector("[data-keys-choice]").addEventListener("change", (event) => {
    wove.remember("keys", event.target.checked ? null : "off");
  });
  made.querySelector("[data-hide-seen-choice]").addEventListener("change", () => wove.hideSeen());
  made.querySelector("[data-forget]").addEventListener("click", () => {
    ["seen", "newest"].forEach((name) => wove.remember(name, null));
    wove.say("Forgotten");
  });
  // A click beside it closes it.
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  document.body.append(made);
  return made;
};

const isTyping = (target) => target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.repeat && !"jk".includes(event.key)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || dialog?.open || !isOn()) return;
  const found = KEYS.find(([key]) => key === event.key);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

document.querySelectorAll("[data-keys-button]").forEach((button) => button.addEventListener("click", open));
