// BibTeX to the clipboard: of the paper whose page this is, or of a row (`wove.copyBibtex`).
const copied = "BibTeX copied";

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    wove.say(copied);
    return true;
  } catch {
    wove.say("This browser did not let it be copied");
    return false;
  }
};

wove.copyBibtex = async (address) => {
  const shown = document.getElementById("bibtex");
  if (shown && address === window.location.pathname) return copy(shown.textContent);
  try {
    const answer = await fetch(`${address}.bib`);
    return answer.ok ? copy(await answer.text()) : wove.say("There is no BibTeX of it");
  } catch {
    return wove.say("It could not be fetched");
  }
};

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  button.addEventListener("click", async () => {
    if (!(await copy(source.textContent))) return;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
