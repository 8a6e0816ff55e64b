// Before anything is painted: the colours that were chosen here, whether papers seen are hidden, and that scripts run.
// It blocks the page, so it stays this small.
const root = document.documentElement;
root.dataset.scripts = "";
try {
  const scheme = localStorage.getItem("scheme");
  if (scheme === "light" || scheme === "dark") root.dataset.scheme = scheme;
  if (localStorage.getItem("hide-seen")) root.dataset.hideSeen = "waits";
} catch {
  // A browser that keeps nothing shows the site as it comes.
}
