// The walk in Firefox, over WebDriver BiDi: node firefox.mjs PROGRAM
// Reads {listen, script, stops} and prints each stop's complaints; see firefox.py. puppeteer
// ends the browser when this process ends.
import { text } from "node:stream/consumers";
import puppeteer from "puppeteer-core";

const PATIENCE = 120_000; // ms for one page
const QUIET = {
  // What Firefox asks its makers, and what covers a page.
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.search.update": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.enabled": false,
};

const { listen, script, stops } = JSON.parse(await text(process.stdin));
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: process.argv[2],
  headless: true,
  extraPrefsFirefox: QUIET,
  protocolTimeout: PATIENCE,
});

// Firefox 140 takes the size and does not know the orientation that comes with it.
function unlessOld(error) {
  if (!error.message.includes("unknown command emulation.setScreenOrientation")) throw error;
}

async function walk({ address, width, height }) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(listen);
  await page.setViewport({ width, height }).catch(unlessOld);
  await page.goto(address, { timeout: PATIENCE });
  const complaints = await page.evaluate(`(async () => { ${script} return walk(); })()`);
  await page.close();
  return complaints;
}

const late = () => {
  console.error(`A page took longer than ${PATIENCE / 1000} s.`);
  process.exit(1);
};
try {
  const complaints = [];
  for (const stop of stops) {
    const timer = setTimeout(late, PATIENCE);
    complaints.push(await walk(stop));
    clearTimeout(timer);
  }
  console.log(JSON.stringify(complaints));
} finally {
  await browser.close();
}
