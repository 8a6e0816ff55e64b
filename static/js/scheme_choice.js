// The choice of colours: light, dark, or as the device; remembered. `scheme.js` puts it in place on the next page.
const root = document.documentElement;
const system = window.matchMedia("(prefers-color-scheme: dark)");
const button = document.querySelector("[data-scheme-button]");
const choices = document.querySelectorAll("input[name=scheme]");
const bars = document.querySelectorAll("meta[name=theme-color]");
const asDevice = Array.from(bars, (bar) => bar.content);

const isDark = () => (root.dataset.scheme ? root.dataset.scheme === "dark" : system.matches);

const show = () => {
  const label = `Show in ${isDark() ? "light" : "dark"} colours`;
  button?.setAttribute("aria-label", label);
  if (button) button.title = label;
  choices.forEach((choice) => { choice.checked = choice.value === (root.dataset.scheme ?? ""); });
  // The frame of the window, where the browser colours it.
  const light = asDevice[0];
  const dark = asDevice[1];
  bars.forEach((bar, place) => { bar.content = root.dataset.scheme ? (isDark() ? dark : light) : asDevice[place]; });
};

const choose = (scheme) => {
  if (scheme) root.dataset.scheme = scheme;
  else delete root.dataset.scheme;
  try {
    if (scheme) localStorage.setItem("scheme", scheme);
    else localStorage.removeItem("scheme");
  } catch {
    // Not remembered where nothing may be kept.
  }
  show();
};

button?.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
choices.forEach((choice) => choice.addEventListener("change", () => choose(choice.value)));
system.addEventListener("change", show);
// Another window of the site, or a page that comes back from the browser's memory.
const again = () => {
  const scheme = (() => { try { return localStorage.getItem("scheme"); } catch { return null; } })();
  if ((scheme ?? "") !== (root.dataset.scheme ?? "")) choose(scheme ?? "");
};
window.addEventListener("storage", (event) => { if (event.key === "scheme") again(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
show();
