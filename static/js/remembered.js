// What this browser keeps for its reader, and nobody else learns: `wove.remembered`. Where nothing may be kept, it
// forgets with the page. Also `wove.say`, a word for readers who look and for those who listen.
const kept = new Map();
let said = 0;

const from = (storage, name) => {
  try {
    return JSON.parse(window[storage].getItem(name));
  } catch {
    return kept.get(name) ?? null;
  }
};

const into = (storage, name, value) => {
  kept.set(name, value);
  try {
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, JSON.stringify(value));
  } catch {
    // Forbidden or full: kept for this page alone.
  }
};

const place = document.createElement("p");
place.className = "said";
place.setAttribute("role", "status");
document.body.append(place);

window.wove = {
  remembered: (name) => from("localStorage", name),
  remember: (name, value) => into("localStorage", name, value),
  rememberedHere: (name) => from("sessionStorage", name),
  rememberHere: (name, value) => into("sessionStorage", name, value),
  say(words) {
    place.textContent = words;
    clearTimeout(said);
    said = setTimeout(() => { place.textContent = ""; }, 4000);
  },
};
