"use strict";
(() => {
  const root = document.documentElement;
  const all = (query, within = document) => [...within.querySelectorAll(query)];
  const byId = (id) => document.getElementById(id);
  const spoken = byId("spoken");
  const said = (what) => spoken.dataset[`${what}${root.dataset.language === "zh" ? "Zh" : "En"}`];
  const stored = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch { /* A browser may keep nothing for files; the page then opens as it was written. */ }
    return null;
  };

  const setLanguage = (language) => {
    root.dataset.language = language;
    root.lang = language === "zh" ? "zh-Hans" : "en";
    document.title = document.body.dataset[language === "zh" ? "titleZh" : "titleEn"];
    for (const button of all("button[data-language]")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
  };
  const themes = ["system", "light", "dark"];
  const setTheme = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    stored("calicovet-theme", theme);
  };
  const nextTheme = () => {
    setTheme(themes[(themes.indexOf(root.dataset.theme ?? "system") + 1) % themes.length]);
  };
  const setFolds = (open) => {
    for (const fold of all("main details")) fold.open = open;
    root.toggleAttribute("data-unfolded", open);
  };
  const toggleFolds = () => setFolds(!root.hasAttribute("data-unfolded"));

  const copyBySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  const copy = async (button) => {
    const text = button.parentElement.querySelector("code").textContent;
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      done = copyBySelection(text);
    }
    button.focus();
    spoken.textContent = said(done ? "copied" : "failed");
    const mark = document.createElement("span");
    mark.textContent = done ? " ✓" : " ✕";
    mark.setAttribute("aria-hidden", "true");
    button.querySelector("[aria-hidden]")?.remove();
    button.append(mark);
    setTimeout(() => mark.remove(), 2000);
  };

  const show = (target) => {
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  const follow = () => {
    const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
    if (target) show(target);
  };

  const names = (dots) => dots.dataset.names.split(" ");
  const stateOf = (dots) => dots.closest(".cells").querySelector("h3").innerText.replace(/\s+\d+$/, "");
  const tell = (text) => { byId("told").textContent = text; };
  const hover = (event) => {
    const dots = event.target.closest?.(".dots[data-names]");
    if (!dots || event.target === dots) return;
    const listed = names(dots);
    const at = [...dots.children].indexOf(event.target);
    if (at >= 0 && at < listed.length && listed.length <= dots.children.length) tell(`${listed[at]} · ${stateOf(dots)}`);
  };
  const find = () => {
    const wanted = byId("find").value.trim().toLowerCase();
    for (const hit of all(".hit")) hit.classList.remove("hit");
    if (!wanted) return tell("");
    const found = [];
    for (const link of all(".tiles li > :first-child, .dots.links a")) {
      const name = link.title || link.textContent;
      if (name.toLowerCase().includes(wanted)) {
        found.push(`${name} · ${stateOf(link)}`);
        link.classList.add("hit");
      }
    }
    for (const dots of all(".dots[data-names]")) {
      names(dots).forEach((name, at) => {
        if (!name.toLowerCase().includes(wanted)) return;
        dots.children[at]?.classList.add("hit");
        found.push(`${name} · ${stateOf(dots)}`);
      });
    }
    return tell(found.length ? found.slice(0, 5).join(", ") + (found.length > 5 ? ` … (${found.length})` : "") : said("none"));
  };
  const goToFound = (event) => {
    if (event.key !== "Enter") return;
    const link = document.querySelector("a.hit");
    if (link) link.click();
  };

  const move = (by) => {
    const places = all(".incident");
    const now = places.findIndex((one) => one.contains(document.activeElement));
    const next = places[Math.min(Math.max(now + by, 0), places.length - 1)];
    next?.focus();
    next?.scrollIntoView();
  };
  const keys = {
    j: () => move(1),
    k: () => move(-1),
    "/": () => byId("find")?.focus(),
    e: toggleFolds,
    l: () => setLanguage(root.dataset.language === "zh" ? "en" : "zh"),
    t: nextTheme,
    "?": () => byId("help").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, dialog")) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.classList.contains("copy")) copy(button);
    else if (button.dataset.language) setLanguage(button.dataset.language);
    else if (button.id === "theme") nextTheme();
    else if (button.id === "print") window.print();
    else if (button.id === "fold") toggleFolds();
    else if (button.id === "keys") byId("help").showModal();
    else if (button.id === "close") byId("help").close();
  });
  document.addEventListener("pointerover", hover);
  byId("find")?.addEventListener("input", find);
  byId("find")?.addEventListener("keydown", goToFound);
  window.addEventListener("hashchange", follow);

  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = all("main details:not([open]):not(.context):not(.out)");
    for (const fold of folded) fold.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
  });

  setLanguage(root.dataset.language);
  const theme = stored("calicovet-theme");
  if (theme === "light" || theme === "dark") setTheme(theme);
  follow();
})();
