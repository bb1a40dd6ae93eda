import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { type RequestHandler, type Response, Router } from "express";
import sirv from "sirv";
import { pagePaths } from "../shared/pages.ts";
import { webManifest } from "./manifest.ts";
import { OperatorError } from "./operator-error.ts";

const clientFolder = fileURLToPath(new URL("../client/", import.meta.url));

/** Serves the built client: files are compressed at build time, and those with a hash in their name are cached for good. */
export async function builtPages(productName: string, folder = clientFolder): Promise<RequestHandler> {
  const index = `${folder}index.html`;
  if (!existsSync(index))
    throw new OperatorError("The client is not built yet: run `npm run build` first, or start with `npm run dev`.");
  const html = withProduct(await readFile(index, "utf8"), productName);
  const offline = withProduct(await readFile(`${folder}offline.html`, "utf8"), productName);
  const router = Router();
  router.get("/offline.html", (_request, response) => sendPage(response, 200, offline));
  router.use(
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      extensions: [],
      ignores: false,
      setHeaders: (response, path) =>
        response.setHeader(
          "Cache-Control",
          path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        ),
    }),
  );
  return servePages(router, productName, async () => html);
}

/** Serves the client from its sources, by Vite inside this process, with hot updates over the same port. */
export async function developmentPages(productName: string, server: Server): Promise<RequestHandler> {
  const { createServer } = await import("vite");
  const root = fileURLToPath(new URL("../", import.meta.url));
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    appType: "custom",
    server: {
      middlewareMode: true,
      hmr: { server },
      // Only what the client is made of, so that nobody can read the data folder and the server's sources.
      fs: { allow: [`${root}client`, `${root}shared`, `${root}node_modules`] },
    },
  });
  const router = Router();
  router.use(vite.middlewares);
  return servePages(router, productName, async (url) =>
    vite.transformIndexHtml(url, withProduct(await readFile(`${root}client/index.html`, "utf8"), productName)),
  );
}

function servePages(router: Router, productName: string, page: (url: string) => Promise<string>): RequestHandler {
  const manifest = JSON.stringify(webManifest(productName));
  const answer = async (response: Response, url: string, status: number) => sendPage(response, status, await page(url));
  // Before sirv and Vite, which would serve these files without the product's name in them.
  const first = Router();
  first.get([...pagePaths], (request, response) => answer(response, request.originalUrl, 200));
  first.get("/manifest.webmanifest", (_request, response) => {
    response.set("Cache-Control", "no-cache").type("application/manifest+json").send(manifest);
  });
  first.use(router);
  first.get("/{*path}", (request, response) => answer(response, request.originalUrl, 404));
  return first;
}

function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set("Cache-Control", "no-cache").type("html").send(html);
}

const withProduct = (html: string, name: string) =>
  html.replaceAll("{{product}}", name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"));
