import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server, request as sendRaw } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OfferedPet } from "#server/features/try-out/service.ts";
import { accountPages, loadingPages } from "#shared/pages.ts";
import { screenLanguages } from "#shared/screen-languages.ts";
import { createLog } from "../observe/log.ts";
import { errorHandler } from "./error-handler.ts";
import { builtPages } from "./pages.ts";
import { readOnly, unknownCall } from "./unknown-call.ts";

const SECRET = "nobody should read this";
let folder: string;
let server: Server;
let port: number;
let pet: OfferedPet | null = null;
const facts = { productName: "Talk", offeredPet: async () => pet };

/** A folder as a build leaves it, with what may come to lie in it and beside it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pet-talk-pages-"));
  const files = {
    ...Object.fromEntries(
      loadingPages.map(({ file, begins }) => [
        `pages/${file}`,
        `<!doctype html><html class="{{theme}}"><title>Pet {{product}}</title><h3>${begins}</h3>`,
      ]),
    ),
    ...Object.fromEntries(
      accountPages.map(({ file, path }) => [`pages/${file}`, `<title>Pet {{product}}</title><h2>${path}</h2>`]),
    ),
    "pages/landing.html": "<!doctype html><title>Pet {{product}}</title><h1>Ask {{demo-pet}}</h1>",
    "pages/landing-without-demo.html": "<!doctype html><title>Pet {{product}}</title><h1>An example</h1>",
    "pages/offline.html": "<!doctype html><title>Pet {{product}} is offline</title>",
    "client/assets/app-1a2b.js": "export {};",
    "client/assets/gone-3c4d.js": "export {};",
    "client/.env": SECRET,
    "client/.git/config": SECRET,
    "client/assets/.hidden": SECRET,
    ".env": SECRET,
    "package.json": SECRET,
    "server/main.js": SECRET,
  };
  const translated = Object.keys(screenLanguages).flatMap((language) =>
    language === "en"
      ? []
      : Object.entries(files).flatMap(([name, content]) =>
          name.startsWith("pages/") ? [[name.replace("pages/", `pages/${language}/`), content] as const] : [],
        ),
  );
  for (const [name, content] of [...Object.entries(files), ...translated]) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const app = express().use(readOnly, await builtPages(facts, `${folder}/`));
  server = createServer(app.use(unknownCall([]), errorHandler(createLog("silent"))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** The request line as it is: `fetch` would resolve its dots. */
function raw(
  path: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = sendRaw({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      const { statusCode = 0, headers: received } = response;
      buffer(response).then((bytes) => resolve({ status: statusCode, headers: received, bytes }), reject);
    });
    sent.on("error", reject).end();
  });
}

async function get(path: string, method = "GET", sent: Record<string, string> = {}) {
  const { status, headers, bytes } = await raw(path, method, sent);
  return { status, type: headers["content-type"] ?? "", text: bytes.toString() };
}

describe("the pages", () => {
  it("are served, with their scripts", async () => {
    expect(await get("/login")).toMatchObject({ status: 200, text: expect.stringContaining("Pet Talk") });
    expect(await get("/assets/app-1a2b.js")).toMatchObject({ status: 200, text: "export {};" });
  });

  it("answer an address that can't be decoded with the page for what is not found [T35]", async () => {
    for (const path of ["/%E0%A4%A", "/%", "/assets/%E0%A4%A"])
      expect(await get(path)).toMatchObject({ status: 404, type: expect.stringContaining("text/html") });
  });

  it("are shown with their values, never as what is still to be filled in", async () => {
    const { status, headers } = await raw("/index.html", "GET", {});
    expect({ status, to: headers.location }).toEqual({ status: 302, to: "/" });
    expect((await get("/offline.html")).text).toContain("Pet Talk is offline");
    for (const path of ["/index.html", "/%69ndex.html", "/index.html.br", "/%6fffline.html", "/offline.html.gz"])
      expect((await get(path)).text).not.toContain("{{");
  });

  it("go on when a file is gone that was there at the start", async () => {
    await rm(join(folder, "client/assets/gone-3c4d.js"));
    await expect(get("/assets/gone-3c4d.js")).rejects.toThrow();
    expect(await get("/assets/app-1a2b.js")).toMatchObject({ status: 200 });
  });

  it("begin with a landing page that has its content, and the name of the pet that visitors may try", async () => {
    pet = null;
    expect((await get("/")).text).toContain("<h1>An example</h1>");
    pet = { name: "Tom & <Jerry> {{product}}", language: "en-US", species: null, picture: null };
    expect((await get("/?from=somewhere")).text).toContain("<h1>Ask Tom &amp; &lt;Jerry&gt; {{product}}</h1>");
    expect((await get("/login")).text).not.toContain("<h1>");
  });

  it("have the content of the screens before signing in", async () => {
    for (const { path } of accountPages) expect((await get(path)).text).toContain(`<h2>${path}</h2>`);
    expect((await get("/app")).text).not.toContain("<h2>");
  });

  it("ask at once for the code of the screen that is opened, while they show that it is loading", async () => {
    for (const [path, begins] of [
      ["/chat", "/chat"],
      ["/chat/0b7c2f0a-6c3f-4b52-9d5b-111111111111", "/chat"],
      ["/app?tab=chat", "/app"],
      ["/admin", "/admin"],
      ["/my-data", "/"],
      ["/memories/0b7c2f0a-6c3f-4b52-9d5b-111111111111", "/"],
    ] as const)
      expect((await get(path)).text).toContain(`<h3>${begins}</h3>`);
  });

  it("come compressed to a browser that takes that, and to others as they are", async () => {
    pet = null;
    for (const theme of ["dark", "light"])
      for (const [accepted, encoding, unpack] of [
        ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
        ["gzip, br;q=0", "gzip", gunzipSync],
        ["identity", undefined, (bytes: Buffer) => bytes],
      ] as const) {
        const { headers, bytes } = await raw("/app", "GET", { "accept-encoding": accepted, cookie: `theme=${theme}` });
        expect(headers["content-encoding"]).toBe(encoding);
        expect(headers.vary).toContain("Accept-Encoding");
        expect(unpack(bytes).toString()).toContain(`<html class="${theme}"><title>Pet Talk</title>`);
      }
  });

  it("begin in the theme that was chosen on the device, and in no other", async () => {
    const themeOf = async (cookie: string) => /class="(.*?)"/.exec((await get("/app", "GET", { cookie })).text)?.[1];
    expect(await themeOf("sid=1; theme=dark")).toBe("dark");
    expect(await themeOf("theme=light; sid=1")).toBe("light");
    for (const cookie of ["sid=1", "theme=system", 'theme=dark"><script>', "mytheme=dark", "theme=darker"])
      expect(await themeOf(cookie)).toBe("");
  });

  it("show the page that says 404 for an unknown address [T33]", async () => {
    for (const path of ["/nothing", "/app/nothing", "/login.php", "/wp-admin/"])
      expect(await get(path)).toMatchObject({ status: 404, type: expect.stringContaining("html") });
  });

  it.each([
    "/.env",
    "/.git/config",
    "/.git/HEAD",
    "/assets/.hidden",
    "/../.env",
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/%2e%2e%2fpackage.json",
    "/assets/../../package.json",
    "/assets/..%2f..%2fserver/main.js",
    "/assets/%2e%2e/%2e%2e/server/main.js",
    "/..\\package.json",
    "/..%5cpackage.json",
    "/....//package.json",
    "//package.json",
    "/server/main.js",
    "/server/main.ts",
    "/package.json",
    "/node_modules/express/package.json",
    "/assets/app-1a2b.js.map",
    "/index.html.bak",
    "/pages/landing.html",
    "/../pages/landing.html",
    "/%00/.env",
    "/.env%00.js",
  ])("do not give away %s [T34]", async (path) => {
    const { status, text } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain(SECRET);
  });

  it.each(["/%", "/%zz", "/assets/%c0%ae", "/%E0%A4%A", `/${"a".repeat(9_000)}`])(
    "refuse a malformed or endless address: %.20s [T35]",
    async (path) => {
      const { status } = await get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  it.each(["POST", "PUT", "DELETE", "PATCH"])("are only read: %s is refused", async (method) => {
    expect(await get("/login", method)).toMatchObject({ status: 405 });
    expect(await get("/", method)).toMatchObject({ status: 405 });
  });

  it("answer HEAD without a body", async () => {
    expect(await get("/login", "HEAD")).toMatchObject({ status: 200, text: "" });
  });
});
