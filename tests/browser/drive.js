// Opens a report in Chromium as a person would, and prints what was seen as JSON.
// usage: node drive.js CHROMIUM FILE WIDTHS [--no-sandbox]
"use strict";
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const THEMES = { 360: { en: "light", zh: "dark" }, 900: { en: "dark", zh: "light" }, 1600: { en: "light", zh: "dark" } };

async function look(page, language) {
  return page.evaluate((wanted) => {
    const shown = (element) => element.checkVisibility();
    const foreign = wanted === "zh" ? "en" : "zh-Hans";
    return {
      lang: document.documentElement.lang,
      title: document.title,
      heading: document.querySelector("h1").innerText,
      foreign: [...document.querySelectorAll(`[lang="${foreign}"]:not(button)`)].filter(shown).length,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      background: getComputedStyle(document.body).backgroundColor,
      text: document.body.innerText,
    };
  }, language);
}

async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
}

async function copies(page) {
  const button = page.locator("button.copy:visible").first();
  if (!(await button.count())) return null;
  const wanted = await button.evaluate((it) => it.parentElement.querySelector("code").textContent);
  await button.click();
  await page.waitForFunction(() => document.getElementById("spoken").textContent !== "");
  return { wanted, got: await page.evaluate(() => navigator.clipboard.readText()) };
}

async function folds(page) {
  const state = () => page.evaluate(() => {
    const all = [...document.querySelectorAll("main details")];
    return { all: all.length, open: all.filter((one) => one.open).length };
  });
  if (!(await page.locator("#fold").count())) return null;
  await page.click("#fold");
  const unfolded = await state();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const found = await violations(page);
  await page.click("#fold");
  return { unfolded, folded: await state(), overflow, found };
}

async function keyboard(page) {
  const seen = {};
  await page.keyboard.press("?");
  seen.help = await page.evaluate(() => document.getElementById("help").open);
  await page.keyboard.press("Escape");
  seen.closed = await page.evaluate(() => !document.getElementById("help").open);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); }));
  await page.keyboard.press("j");
  seen.finding = await page.evaluate(() => document.activeElement?.closest(".incident")?.id ?? "");
  const language = await page.evaluate(() => document.documentElement.lang);
  await page.keyboard.press("l");
  seen.switched = (await page.evaluate(() => document.documentElement.lang)) !== language;
  await page.keyboard.press("l");
  return seen;
}

async function search(page) {
  if (!(await page.locator("#find").count())) return null;
  const dots = page.locator(".dots[data-names]").first();
  const name = await dots.evaluate((it) => it.dataset.names.split(" ")[2]);
  await dots.locator("i").nth(2).hover();
  const hovered = await page.locator("#told").innerText();
  await page.fill("#find", name);
  const found = await page.locator("#told").innerText();
  await page.fill("#find", "no such node anywhere");
  const none = await page.locator("#told").innerText();
  await page.fill("#find", "");
  return { name, hovered, found, none };
}

async function themes(page) {
  const seen = [];
  for (let at = 0; at < 3; at += 1) {
    await page.click("#theme");
    seen.push(await page.evaluate(() => [document.documentElement.dataset.theme ?? "system", getComputedStyle(document.body).backgroundColor]));
  }
  return seen;
}

async function atWidth(browser, file, width) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const seen = { width, console: [], requests: [], languages: {}, violations: {} };
  page.on("console", (message) => seen.console.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => seen.console.push(`pageerror: ${error.message}`));
  const address = pathToFileURL(file).href;
  page.on("request", (request) => { if (request.url() !== address) seen.requests.push(request.url()); });
  await page.goto(address);
  await page.keyboard.press("Tab");
  seen.first = await page.evaluate(() => document.activeElement.className);
  seen.elements = await page.evaluate(() => document.querySelectorAll("*").length);
  seen.drawn = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  for (const language of ["en", "zh"]) {
    await page.click(`button[data-language="${language}"]`);
    await page.emulateMedia({ colorScheme: THEMES[width][language] });
    seen.languages[language] = await look(page, language);
    const unfolded = await folds(page);
    seen.folds = unfolded ?? seen.folds ?? null;
    seen.languages[language].unfolded = unfolded?.overflow ?? 0;
    seen.violations[language] = unfolded?.found ?? (await violations(page));
  }
  seen.copy = await copies(page);
  seen.keyboard = await keyboard(page);
  seen.search = await search(page);
  seen.themes = await themes(page);
  seen.marks = await page.evaluate(() => [...document.querySelectorAll(".own")].map((one) => one.innerText));
  await page.emulateMedia({ media: "print" });
  seen.printed = await page.evaluate(() => ({
    tools: document.querySelector(".tools").checkVisibility(),
    background: getComputedStyle(document.body).backgroundColor,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  await page.emulateMedia({ media: null });
  seen.pdf = (await page.pdf({ format: "A4" })).subarray(0, 5).toString();
  await context.close();
  return seen;
}

(async () => {
  const [executablePath, file, widths, ...args] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath, args });
  const seen = [];
  for (const width of widths.split(",")) seen.push(await atWidth(browser, file, Number(width)));
  await browser.close();
  process.stdout.write(JSON.stringify(seen));
})();
