// Suggestions under a search box, after the combobox pattern: arrows choose, Enter goes there, Escape closes.
// Without scripts, or where none arrive, the box is the plain form that it was.
document.querySelectorAll(".find input[name=q]").forEach((input) => {
  const pause = 200; // milliseconds
  const shortest = 2; // letters
  const form = input.form;
  const list = document.createElement("ul");
  const status = document.createElement("p");
  let timer = 0;
  let request = null;
  let shown = "";
  let active = -1;

  list.id = `${input.id}-suggestions`;
  list.className = "suggest";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  status.className = "hidden";
  status.setAttribute("role", "status");
  form.append(list, status);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);

  const options = () => list.children;

  const choose = (place) => {
    options()[active]?.setAttribute("aria-selected", "false");
    active = place;
    const option = options()[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };

  const close = () => {
    clearTimeout(timer);
    request?.abort();
    choose(-1);
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    status.textContent = "";
  };

  const open = () => {
    const count = options().length;
    if (!count) return close();
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    status.textContent = `${count} suggestion${count === 1 ? "" : "s"}; arrow keys choose one.`;
  };

  const ask = async (typed) => {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const answer = await fetch(`/suggest?q=${encodeURIComponent(typed)}`, { signal, headers: { Accept: "text/html" } });
      if (!answer.ok) return close();
      const found = await answer.text();
      if (signal.aborted) return;
      choose(-1);
      list.innerHTML = found;
      Array.from(options(), (option, place) => { option.id = `${list.id}-${place}`; });
      shown = typed;
      if (document.activeElement === input) open();
    } catch (error) {
      if (error.name !== "AbortError") close();
    }
  };

  input.addEventListener("input", (event) => {
    clearTimeout(timer);
    request?.abort();
    const typed = input.value.trim();
    if (event.isComposing) return;
    if (typed.length < shortest) close();
    else timer = setTimeout(ask, pause, typed);
  });

  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const count = options().length;
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden && input.value.trim() === shown) open();
      if (list.hidden) return;
      event.preventDefault();
      // One place more than there are options: the box itself, where nothing is chosen.
      const step = event.key === "ArrowDown" ? 1 : -1;
      choose(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      window.location.assign(options()[active].dataset.href);
    }
  });

  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const href = event.target.closest("[role=option]")?.dataset.href;
    if (href && (event.ctrlKey || event.metaKey)) window.open(href, "_blank", "noopener");
    else if (href) window.location.assign(href);
  });
  input.addEventListener("blur", close);
  form.addEventListener("submit", close);
});
