import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { build } from "vite";
import { OfflinePage } from "../client/src/offline/offline-page.tsx";
import { colours } from "./colours.ts";

const sources = fileURLToPath(new URL("../client/src/offline/", import.meta.url));

/** Adds what works without a network to a client that is built: the offline page, its script, and the service worker. */
export async function buildOffline(client: string): Promise<void> {
  const styles = `${colours()}\n${readFileSync(join(sources, "offline-page.css"), "utf8")}`;
  const page = `<!doctype html>${renderToStaticMarkup(createElement(OfflinePage, { styles }))}`;
  writeFileSync(join(client, "offline.html"), page);
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

/** The names of the assets change with what they hold. */
function versionOf(page: string, assets: readonly string[]): string {
  return createHash("sha256")
    .update([page, ...assets.toSorted()].join("\n"))
    .digest("hex")
    .slice(0, 12);
}
