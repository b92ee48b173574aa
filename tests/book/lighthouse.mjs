// One run of Lighthouse: node lighthouse.mjs BROWSER ADDRESS phone|desktop
// Prints what `lighthouse.py` reads. puppeteer ends the browser when this process ends.
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const PATIENCE = 180_000; // ms
const [executablePath, address, form] = process.argv.slice(2);
const scored = ["performance", "accessibility", "best-practices", "seo"];

setTimeout(() => {
  console.error(`Lighthouse took longer than ${PATIENCE / 1000} s.`);
  process.exit(1);
}, PATIENCE).unref();

const browser = await puppeteer.launch({
  executablePath,
  pipe: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    // The browser itself asks nobody either.
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  ],
});
try {
  const config = form === "desktop" ? desktopConfig : undefined;
  const flags = { onlyCategories: scored, logLevel: "error" };
  const page = await browser.newPage();
  const { lhr } = await lighthouse(address, flags, config, page);
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const value = (audit) => lhr.audits[audit].numericValue / 1000;
  const faults = Object.values(lhr.categories)
    .filter((category) => category.id !== "performance")
    .flatMap((category) => category.auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title}`);
  console.log(
    JSON.stringify({
      scores: scored.map((id) => Math.round(100 * lhr.categories[id].score)),
      paint: value("first-contentful-paint"),
      interactive: value("interactive"),
      faults,
      machine: lhr.environment.benchmarkIndex,
    }),
  );
} finally {
  await browser.close();
}
