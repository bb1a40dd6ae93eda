import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build } from "vite";
import { OfflinePage } from "../client/src/offline/offline-page.tsx";
import { colors } from "./colors.ts";

const sources = fileURLToPath(new URL("../client/src/offline/", import.meta.url));

/** Adds the script of the offline page and the service worker to a built client, and the page to those that are filled in. */
export async function buildOffline(client: string, pages: string): Promise<void> {
  const styles = `${colors()}\n${readFileSync(join(sources, "offline-page.css"), "utf8")}`;
  const page = `<!doctype html>${renderToStaticMarkup(createElement(OfflinePage, { styles }))}`;
  writeFileSync(join(pages, "offline.html"), page);
  await build({
    configFile: false,
    root: sources,
    logLevel: "warn",
    define: { SHELL_VERSION: JSON.stringify(versionOf(page, readdirSync(join(client, "assets")))) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rollupOptions: {
        input: { sw: join(sources, "service-worker.ts"), offline: join(sources, "offline-script.ts") },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}

/** A hash of the build; the names of the assets stand for their content, because they contain hashes of it. */
function versionOf(page: string, assets: readonly string[]): string {
  return createHash("sha256")
    .update([page, ...assets.toSorted()].join("\n"))
    .digest("hex")
    .slice(0, 12);
}
