// Visits the handbook in Chromium as a person would, and prints what was seen as JSON.
// usage: node site.js CHROMIUM SITE QUERIES [--no-sandbox]; QUERIES is JSON: {"en": [...], "zh": [...]}
"use strict";
const { readFileSync, existsSync, statSync } = require("node:fs");
const { createServer } = require("node:http");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", png: "image/png" };

async function violations(page, within) {
  await page.evaluate(AXE);
  const found = await page.evaluate((place) => window.axe.run(place, { resultTypes: ["violations"], preload: false }), within);
  return found.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
}

async function results(page) {
  return page.evaluate(() => [...document.querySelectorAll("#find-list a")].map((one) => one.getAttribute("href").split("/").pop()));
}

// Typed key by key, as a person does: every key must stay in the field.
async function typed(page, query) {
  await page.fill("#find-field", "");
  const kept = [];
  for (let at = 1; at <= query.length; at += 1) {
    await page.keyboard.insertText(query[at - 1]);
    kept.push((await page.inputValue("#find-field")) === query.slice(0, at));
  }
  await page.waitForFunction(() => window.calicovetIndex !== undefined);
  return { query, kept: kept.every(Boolean), found: await results(page) };
}

async function watched(browser, width) {
  const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
  const seen = { console: [], foreign: [] };
  page.on("console", (message) => seen.console.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => seen.console.push(`pageerror: ${error.message}`));
  page.on("request", (request) => { if (!/^(file:|data:|http:\/\/127\.0\.0\.1)/.test(request.url())) seen.foreign.push(request.url()); });
  return { page, seen };
}

async function fromFolder(browser, site, language, queries, width) {
  const { page, seen } = await watched(browser, width);
  await page.goto(pathToFileURL(join(site, language, "index.html")).href);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  seen.overflow = await overflow();
  seen.start = await page.evaluate(() => document.querySelector("ol.start").innerText);
  seen.violations = await violations(page, "ol.start");
  await page.click("[data-find]");
  seen.queries = [];
  for (const query of queries) seen.queries.push(await typed(page, query));
  seen.violations.push(...(await violations(page, "#find")));
  await page.keyboard.press("Escape");
  seen.closed = await page.evaluate(() => !document.getElementById("find").open);
  // From a page in a folder below, with the keyboard alone.
  await page.goto(pathToFileURL(join(site, language, "causes", "host-disk-full.html")).href);
  seen.overflow = Math.max(seen.overflow, await overflow());
  await page.keyboard.press("Control+k");
  await typed(page, "ADR003");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await Promise.all([page.waitForURL(/ip-wrong-bridge\.html$/), page.keyboard.press("Enter")]);
  seen.opened = page.url().split("/").slice(-3).join("/");
  await page.context().close();
  return { width, language, ...seen };
}

// A server that shows the language's 404 page for what is not there, below some path, as hosts do.
function served(site, below) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
    const file = path.startsWith(below) ? join(site, path.slice(below.length)) : "";
    const there = file && existsSync(file) && statSync(file).isFile();
    const language = path.startsWith(`${below}zh/`) ? "zh" : "en";
    const sent = there ? file : join(site, language, "404.html");
    response.writeHead(there ? 200 : 404, { "content-type": TYPES[sent.split(".").pop()] ?? "text/plain" });
    response.end(readFileSync(sent));
  });
  return new Promise((ready) => { server.listen(0, "127.0.0.1", () => ready(server)); });
}

async function missing(browser, site) {
  const below = "/some/where/";
  const server = await served(site, below);
  const home = `http://127.0.0.1:${server.address().port}${below}`;
  const { page, seen } = await watched(browser, 900);
  seen.links = [];
  for (const path of ["en/causes/no/such/page.html", "zh/nothing.html", "en/404.html"]) {
    await page.goto(home + path);
    for (const link of await page.evaluate(() => [...document.querySelectorAll("a")].map((one) => one.href))) {
      seen.links.push({ path, link: link.slice(home.length), status: (await page.request.get(link)).status() });
    }
    seen.links.push({ path, link: "", violations: await violations(page, "body") });
  }
  await page.context().close();
  server.closeAllConnections();
  server.close();
  return seen;
}

(async () => {
  const [executablePath, site, queries, ...args] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath, args });
  const visits = [];
  for (const [language, asked] of Object.entries(JSON.parse(queries))) {
    for (const width of [360, 1280]) visits.push(await fromFolder(browser, site, language, asked, width));
  }
  const lost = await missing(browser, site);
  await browser.close();
  process.stdout.write(JSON.stringify({ visits, missing: lost }));
})();
