import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { PASSWORD } from "#tests/support/first-start.ts";
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { signIn } from "./support/journey.ts";
import { proxyTo, type ServerProxy } from "./support/proxy.ts";
import { serving } from "./support/serving.ts";

/** The product as an app of the device: what it is installed by, and what it does without a network. */

const server = serving({ PRODUCT_NAME: 'Tales & "Co"' });
let proxy: ServerProxy;
test.beforeAll(async () => {
  proxy = await proxyTo(server);
});
test.afterAll(() => proxy.cut());

test.use({ serviceWorkers: "allow" });

/** Every address that is kept, by the name of its cache. */
const keptBy = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const kept: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return kept;
  });

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${proxy.url}/login`);
  await untilControlled(page);
  await signIn(page, "administrator", PASSWORD);
  await expect(page.getByRole("heading", { name: "Set up your pet" })).toBeVisible();
}

test("has a manifest with the product's name, and icons of the sizes that it names", async ({ page }) => {
  await page.goto(proxy.url);
  const cdp = await page.context().newCDPSession(page);
  const { url, errors } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe("/manifest.webmanifest");
  const answer = await page.request.get(url);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Pet Tales & "Co"', display: "standalone", scope: "/", start_url: "/app" });

  const icons: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons;
  expect(icons.filter(({ purpose }) => purpose === "maskable").length).toBeGreaterThan(0);
  for (const { src, sizes, type } of icons) {
    const icon = await page.request.get(proxy.url + src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()["content-type"], src).toContain(type);
    const { width, height, format } = await sharp(await icon.body()).metadata();
    if (sizes !== "any") expect(`${width}x${height} ${format}`, src).toBe(`${sizes} png`);
  }
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const { width, height, hasAlpha } = await sharp(
    await (await page.request.get(`${proxy.url}${touchIcon}`)).body(),
  ).metadata();
  expect({ width, height, hasAlpha }).toEqual({ width: 180, height: 180, hasAlpha: false });
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute("content", 'Pet Tales & "Co"');
});

test("says honestly that there is no network, is back with it, and keeps nothing of anybody's", async ({ page }) => {
  await enter(page);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/api/agents")),
    page.reload(),
  ]);
  expect(answer.fromServiceWorker()).toBe(false);
  await page.goto(`${proxy.url}/admin`);
  await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
  const film = await page.evaluate(async () => {
    const part = await fetch("/api/video/collar-speaker-1.mp4", { headers: { Range: "bytes=0-99" } });
    return { status: part.status, bytes: (await part.arrayBuffer()).byteLength };
  });
  expect(film).toEqual({ status: 206, bytes: 100 });

  await proxy.cut();
  for (const path of ["/app?tab=chat", "/", "/nowhere"]) {
    await page.goto(proxy.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pet Tales & "Co" can't be reached`);
  }
  await expectAccessible(page, "without a network");
  await expectFitsPhone(page, "without a network");
  await page.goto(`${proxy.url}/app?tab=reporting`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("can't be reached");
  await proxy.mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "My Chat History" })).toBeVisible();

  const before = Object.values(await keptBy(page)).flat();
  expect(before.some((path) => path.startsWith("/assets/admin-page-"))).toBe(true);
  expect(before.filter((path) => !/^\/(?:assets\/|offline\.(?:html|js)$)/.test(path))).toEqual([]);

  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByText("You have been successfully logged out.", { exact: true })).toBeVisible();
  const after = Object.values(await keptBy(page)).flat();
  expect(after).toContain("/offline.html");
  expect(after.filter((path) => /admin-page|main-screen|\/api\//.test(path))).toEqual([]);
});

test("comes back by itself as soon as the device is online", async ({ page }) => {
  await page.goto(`${proxy.url}/login`);
  await untilControlled(page);
  await proxy.cut();
  await page.goto(`${proxy.url}/signin-help`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("can't be reached");
  await proxy.mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByRole("link", { name: "Back to Sign In" })).toBeVisible();
});

test("a new build takes over at once, and what an old one kept is gone", async ({ page }) => {
  const script = await (await page.request.get(`${server.url}/sw.js`)).text();
  const older = script.replaceAll(/(offline|assets)-[0-9a-f]{12}/g, "$1-000000000000");
  proxy.answerInstead((path) =>
    path === "/sw.js" ? { status: 200, type: "text/javascript", body: older } : undefined,
  );
  await page.goto(`${proxy.url}/login`);
  await untilControlled(page);
  expect(Object.keys(await keptBy(page))).toContain("offline-000000000000");

  proxy.answerInstead(undefined);
  // Again and again: where the browser has just asked by itself, it takes the older answer for this question as well.
  await expect
    .poll(async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      return Object.keys(await keptBy(page)).filter((name) => name.endsWith("000000000000"));
    })
    .toEqual([]);
  expect(Object.keys(await keptBy(page)).some((name) => name.startsWith("offline-"))).toBe(true);
  await page.reload();
  await expect(page.getByText("Sign in to chat with your pet")).toBeVisible();
});

test.describe("after an update", () => {
  // What the worker kept would hide that the server no longer has it.
  test.use({ serviceWorkers: "block" });

  test("a page that asks for code of the old version is loaded anew, once", async ({ page }) => {
    await page.goto(`${proxy.url}/login`);
    let asked = 0;
    proxy.answerInstead((path) => {
      if (!path.startsWith("/assets/main-screen-")) return undefined;
      asked += 1;
      return asked === 1 ? { status: 404 } : undefined;
    });
    await signIn(page, "administrator", PASSWORD);
    await expect(page.getByRole("heading", { name: "Set up your pet" })).toBeVisible();
    expect(asked).toBe(2);

    // The page asks for that code beforehand, too.
    let pages = 0;
    proxy.answerInstead((path) => {
      if (path === "/admin") pages += 1;
      return path.startsWith("/assets/admin-page-") ? { status: 404 } : undefined;
    });
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${proxy.url}/admin`);
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(pages).toBe(2);
    proxy.answerInstead(undefined);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
  });
});
