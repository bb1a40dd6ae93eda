import { type CDPSession, chromium, type Page } from "@playwright/test";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { ensureChromium } from "../scripts/chromium.ts";

/**
 * A chat of 2,000 messages in a browser whose processor is slowed down four times: what its main thread works for each key
 * that is typed, each step of scrolling and each event of a reply that comes (ms). A frame has 16.
 *
 *   npm run build && npm run bench:long-chat
 *
 * The messages are made up by the browser's side of the network; the reply is the server's own. What is used is found by its
 * attributes: to find it by its role, the style of every element would be asked for, again and again.
 */
const PASSWORD = "Tr1cky-Squirrel!";
const MESSAGES = 2_000;
const SLOWER = 4;
const KEYS = "What do you like to do on a rainy day in the garden?";
const SCROLL_STEPS = 60;

const data = temporaryDataDir();
const server = await startServer(data.path);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const petId = await preparePet(page);
  await page.addInitScript(keepReply);
  const messages = madeUpMessages(petId);
  await page.route(/\/api\/sessions\/[^/]+\/messages/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    await route.fulfill({ json: messages });
  });
  await page.goto(`${server.url}/chat/${petId}`);
  await page.getByText(`Message number ${MESSAGES}.`).waitFor();
  const devtools = await context.newCDPSession(page);
  // Time of the thread's own, which hardly depends on what else runs.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  console.table({
    "a key that is typed": await workOf(devtools, () => type(page)),
    "a step of scrolling": await workOf(devtools, () => scroll(page)),
    "an event of a reply": await workOf(devtools, () => ask(page)),
  });
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}

/** Signs the first administrator in, with a password of its own and a pet. @returns the pet's id */
async function preparePet({ request }: Page): Promise<string> {
  const first = server.firstSignIn;
  if (first?.password == null) throw new Error("The server knows its administrator already.");
  const post = async (path: string, body: Record<string, string>) => {
    const response = await request.post(`${server.url}${path}`, { data: body });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  await post("/api/auth/login", { username: first.username, password: first.password });
  await post("/api/auth/change-password", { currentPassword: first.password, newPassword: PASSWORD });
  return (await post("/api/agents", { name: "Biscuit" })).id;
}

function madeUpMessages(agentId: string) {
  const start = Date.parse("2026-01-01T08:00:00Z");
  return Array.from({ length: MESSAGES }, (_, index) => ({
    id: crypto.randomUUID(),
    agentId,
    sessionId: null,
    role: index % 2 === 0 ? "user" : "assistant",
    content: `Message number ${index + 1}. ${"I sniffed along the fence. ".repeat(1 + (index % 7))}`,
    audioUrl: null,
    sources: null,
    status: "complete",
    createdAt: new Date(start + index * 600_000).toISOString(),
  }));
}

interface Work {
  /** Script, style and layout together, by task; one frame at most has one of each. */
  msEach: number;
  scriptMs: number;
  layoutMs: number;
  times: number;
}

/** What the main thread worked while `act` went on, for each of the times that it counts. */
async function workOf(devtools: CDPSession, act: () => Promise<number>): Promise<Work> {
  const before = await metrics(devtools);
  const times = await act();
  const after = await metrics(devtools);
  const each = (name: string) => Math.round((10_000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / times) / 10;
  return {
    msEach: each("TaskDuration"),
    scriptMs: each("ScriptDuration"),
    layoutMs: Math.round(10 * (each("LayoutDuration") + each("RecalcStyleDuration"))) / 10,
    times,
  };
}

async function metrics(devtools: CDPSession): Promise<Map<string, number>> {
  const { metrics: list } = await devtools.send("Performance.getMetrics");
  return new Map(list.map(({ name, value }) => [name, value]));
}

async function type(page: Page): Promise<number> {
  await page.locator('[aria-label="Message to Biscuit"]').pressSequentially(KEYS);
  return KEYS.length;
}

async function scroll(page: Page): Promise<number> {
  await page.locator('[aria-label="Messages"]').hover();
  for (let step = 0; step < SCROLL_STEPS; step++) {
    await page.mouse.wheel(0, step < SCROLL_STEPS / 2 ? -400 : 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return SCROLL_STEPS;
}

declare global {
  var reply: Promise<string> | undefined;
}

/** Runs in the page, before its own scripts: the browser itself does not keep what a page read as a stream. */
function keepReply(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await send(...request);
    if (response.url.endsWith("/chat/stream")) globalThis.reply = response.clone().text();
    return response;
  };
}

/** @returns how many pieces of text the reply came in */
async function ask(page: Page): Promise<number> {
  const send = page.locator('[aria-label="Send message"]');
  await send.click();
  await page.waitForFunction(() => globalThis.reply !== undefined);
  const events = ((await page.evaluate(() => globalThis.reply)) ?? "").split("\n\n");
  await send.waitFor();
  return events.filter((event) => event.includes('"content"')).length;
}
