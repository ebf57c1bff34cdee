// Drives Chromium over reports; see report-check.
const { chromium } = require("playwright-core");
const assert = require("node:assert/strict");
const path = require("node:path");

const [executablePath, shots, ...reports] = process.argv.slice(2);
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

// Opens a report and looks at what every report has; gives the page and the faults that the console tells of.
async function open(browser, report, [screen, width, height]) {
  const name = `${path.basename(path.dirname(report))}-${screen}`;
  const page = await browser.newPage({ viewport: { width, height } });
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || faults.push(`asked for ${request.url()}`));
  await page.goto(`file://${report}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${name}: the page is ${overflow} px too wide`);
  const seen = await page.evaluate(() => {
    const sizes = (selector) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
    return { figures: sizes("figure"), tables: sizes("table"), titles: sizes("h1, h2"), text: document.body.innerText };
  });
  assert.ok(seen.figures.length > 0 && seen.tables.length >= 2 && seen.titles.length >= 4, `${name}: parts are missing`);
  for (const box of [...seen.figures, ...seen.tables, ...seen.titles]) assert.ok(box.width > 40 && box.height > 10, name);
  // A wide figure of a phone scrolls within its own box.
  for (const figure of seen.figures) assert.ok(figure.width <= width, `${name}: a figure is ${figure.width} px wide`);
  for (const word of ["Program", "Commit", "ingerprint", "Host", "Threads", "Elapsed time"]) {
    assert.ok(seen.text.includes(word), `${name}: nothing about ${word}`);
  }
  assert.ok(!/\bNaN\b|undefined/.test(seen.text), `${name}: a number is missing`);
  for (const table of await page.locator("details table").all()) {
    await table.evaluate((e) => (e.closest("details").open = true));
    const [wide, there] = await table.evaluate((e) => [e.scrollWidth, e.closest(".table").clientWidth]);
    assert.ok(wide <= there, `${name}: a table of bounces is ${wide} px wide, and there are ${there} px`);
  }
  await page.locator("details:has(pre) summary").first().click();
  assert.ok(await page.locator("details[open] pre").first().isVisible(), `${name}: the text file opens`);
  return { page, faults, name };
}

// In the dark: light text on a dark page, and figures turned about.
async function darken(page, name) {
  await page.emulateMedia({ colorScheme: "dark" });
  const [paper, ink, filter] = await page.evaluate(() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const light = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
    return [light(style("body").backgroundColor), light(style("body").color), style("figure svg").filter];
  });
  assert.ok(paper < 0.2 && ink > 0.8 && filter.includes("invert"), `${name} in the dark: ${paper} ${ink} ${filter}`);
  await page.screenshot({ path: path.join(shots, `${name}-dark.png`), fullPage: true });
}

async function play({ page, name }) {
  await page.waitForSelector("#player[data-ready=yes]", { state: "attached", timeout: 20000 });
  const last = Number(await page.getAttribute("#scrub", "max"));
  assert.ok(last >= 40 && last < 128, `${last + 1} frames`);
  const frame = async () => Number(await page.inputValue("#scrub"));
  const readout = () => page.textContent("#readout");
  const colours = () => page.evaluate(() => {
    const canvas = document.getElementById("flow");
    const points = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const side = (from, to) => {
      let sum = 0;
      for (let y = 0; y < canvas.height; y += 4) {
        for (let x = from; x < to; x += 4) sum += points[4 * (y * canvas.width + x)] - points[4 * (y * canvas.width + x) + 2];
      }
      return sum;
    };
    return [side(0, canvas.width / 2), side(canvas.width / 2, canvas.width)];
  });

  assert.equal(await frame(), 0, "starts at the release");
  const begin = await readout();
  await page.selectOption("#rate", "48");
  await page.click("#play");
  assert.equal(await page.textContent("#play"), "Pause");
  await page.waitForFunction(() => Number(document.getElementById("scrub").value) > 5);
  await page.click("#play");
  const paused = await frame();
  await page.waitForTimeout(300);
  assert.equal(await frame(), paused, "stands still when paused");
  assert.notEqual(await readout(), begin, "the numbers follow");

  await page.focus("#scrub");
  await page.keyboard.press("ArrowRight");
  assert.equal(await frame(), paused + 1, "arrow right");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await frame(), paused, "arrow left");
  await page.keyboard.press("Home");
  assert.equal(await frame(), 0, "Home");
  await page.keyboard.press("End");
  assert.equal(await frame(), last, "End");
  await page.keyboard.press("Space");
  assert.equal(await page.textContent("#play"), "Pause", "space plays, from the beginning at the end");
  await page.keyboard.press("Space");
  assert.equal(await page.textContent("#play"), "Play", "space pauses");
  await page.click("#next");
  await page.click("#back");

  const middle = Math.round(last / 3);
  await page.evaluate((n) => {
    const scrub = document.getElementById("scrub");
    scrub.value = n;
    scrub.dispatchEvent(new Event("input"));
  }, middle);
  assert.equal(await frame(), middle, "scrubbing");
  const [left, right] = await colours();
  assert.ok(Math.min(Math.abs(left), Math.abs(right)) > 1000 && left * right < 0,
    `there is vorticity, of opposite sign on both sides: ${left} ${right}`);
  const curve = page.locator("#gap-curve");
  const box = await curve.boundingBox();
  await curve.click({ position: { x: 0.97 * box.width, y: 0.5 * box.height } });
  assert.ok((await frame()) > 0.9 * last, "pointing at the end of the curve");
  await page.evaluate((n) => {
    const scrub = document.getElementById("scrub");
    scrub.value = n;
    scrub.dispatchEvent(new Event("input"));
  }, middle);
  await page.locator("#player").screenshot({ path: path.join(shots, `${name}-player.png`) });
}

(async () => {
  const browser = await chromium.launch({ executablePath, headless: true, args });
  try {
    for (const report of reports) {
      for (const screen of [["phone", 390, 844], ["desk", 1440, 900]]) {
        const opened = await open(browser, report, screen);
        if (await opened.page.locator("#player").count()) await play(opened);
        await opened.page.screenshot({ path: path.join(shots, `${opened.name}.png`), fullPage: true });
        await darken(opened.page, opened.name);
        assert.deepEqual(opened.faults, [], `${opened.name}: faults in the console`);
        await opened.page.close();
      }
    }
  } finally {
    await browser.close();
  }
  console.log(`report-check: ${reports.length} reports at two widths, the player plays, no faults; screenshots in ${shots}`);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
