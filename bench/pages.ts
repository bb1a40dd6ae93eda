import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from "@playwright/test";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { ensureChromium } from "../scripts/chromium.ts";

/**
 * What a page costs in a browser: the scripts that a cold visit loads until the screen stands, and with those that come by
 * themselves when it has been quiet (kB, gzip), and on a slow phone its largest contentful paint and total blocking time until
 * the screen stands (ms), the median of several visits.
 *
 *   npm run build && npm run bench:pages [-- --visits 5]
 *
 * The phone is Lighthouse's: 1.6 Mbit/s, 150 ms there and back, a processor four times slower than this machine's. The
 * times depend on the machine, so that they are compared with those of the same minute.
 */
const { values } = parseArgs({ options: { visits: { type: "string", default: "5" } } });
const PASSWORD = "Tr1cky-Squirrel!";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** The page is there once nothing was on its way for so long; its menus and dialogs are fetched after two seconds. */
const STANDS_MS = 1_500;
/** Nothing more comes by itself. */
const OVER_MS = 4_000;

const data = temporaryDataDir();
const server = await startServer(data.path);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const petId = await preparePet(browser);
  const routes: Record<string, { path: string; isPublic: boolean }> = {
    landing: { path: "/", isPublic: true },
    login: { path: "/login", isPublic: true },
    "chat (/chat)": { path: `/chat/${petId}`, isPublic: false },
    "chat (tab)": { path: "/app?tab=chat", isPublic: false },
    setup: { path: "/app?tab=setup", isPublic: false },
    admin: { path: "/admin", isPublic: false },
  };
  const table: Record<string, Visit> = {};
  for (const [name, { path, isPublic }] of Object.entries(routes)) {
    const visits: Visit[] = [];
    for (let visit = 0; visit < Number(values.visits); visit++) visits.push(await visitCold(browser, path, isPublic));
    table[name] = medians(visits);
  }
  console.table(table);
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}

interface Visit {
  scriptsKB: number;
  withPartsKB: number;
  lcpMs: number;
  tbtMs: number;
}

/** Signs the first administrator in, with a password of its own and a pet. @returns the pet's id */
async function preparePet(from: Browser): Promise<string> {
  const first = server.firstSignIn;
  if (first?.password == null) throw new Error("The server knows its administrator already.");
  const context = await from.newContext();
  const { request } = context;
  await post(request, "/api/auth/login", { username: first.username, password: first.password });
  await post(request, "/api/auth/change-password", { currentPassword: first.password, newPassword: PASSWORD });
  const pet = await post(request, "/api/agents", { name: "Biscuit" });
  await context.close();
  return JSON.parse(pet).id;
}

async function post(request: APIRequestContext, path: string, body: Record<string, string>): Promise<string> {
  const response = await request.post(`${server.url}${path}`, { data: body });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return response.text();
}

/** A first visit, with nothing in the browser's cache. */
async function visitCold(from: Browser, path: string, isPublic: boolean): Promise<Visit> {
  const context = await from.newContext({ ...phone, serviceWorkers: "block" });
  try {
    if (!isPublic) await signIn(context);
    const page = await context.newPage();
    const traffic = watchTraffic(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.emulateNetworkConditions", slowNetwork);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(watchPage);
    await page.goto(server.url + path, { waitUntil: "load" });
    await traffic.quietFor(STANDS_MS);
    const scriptsKB = kilobytes(traffic.scripts);
    const { lcp, blocked } = await page.evaluate(() => globalThis.watched);
    await traffic.quietFor(OVER_MS);
    const withPartsKB = kilobytes(traffic.scripts);
    return { scriptsKB, withPartsKB, lcpMs: Math.round(lcp), tbtMs: Math.round(blocked) };
  } finally {
    await context.close();
  }
}

async function signIn({ request }: BrowserContext): Promise<void> {
  await post(request, "/api/auth/login", { username: server.firstSignIn?.username ?? "", password: PASSWORD });
}

declare global {
  var watched: { lcp: number; blocked: number };
}

/** Runs in the page, before its own scripts. Tasks block for what they take beyond 50 ms (web.dev/tbt). */
function watchPage(): void {
  globalThis.watched = { lcp: 0, blocked: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.watched.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.watched.blocked += duration - 50;
  }).observe({ type: "longtask", buffered: true });
}

/** Playwright's 'networkidle' comes too early: a slow processor is silent for half a second before it asks for the content. */
function watchTraffic(page: Page) {
  const scripts = new Set<string>();
  const underWay = new Set<Request>();
  let last = performance.now();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
    underWay.add(request);
  });
  const ended = (request: Request) => {
    underWay.delete(request);
    last = performance.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  const quietFor = async (ms: number) => {
    while (underWay.size > 0 || performance.now() - last < ms) await page.waitForTimeout(50);
  };
  return { scripts, quietFor };
}

function kilobytes(paths: ReadonlySet<string>): number {
  const bytes = [...paths].reduce(
    (sum, path) => sum + gzipSync(readFileSync(`dist/client${path}`), { level: 9 }).length,
    0,
  );
  return Math.round(bytes / 100) / 10;
}

function medians(visits: readonly Visit[]): Visit {
  const median = (part: keyof Visit) =>
    visits.map((visit) => visit[part]).sort((a, b) => a - b)[visits.length >> 1] ?? 0;
  return {
    scriptsKB: median("scriptsKB"),
    withPartsKB: median("withPartsKB"),
    lcpMs: median("lcpMs"),
    tbtMs: median("tbtMs"),
  };
}
