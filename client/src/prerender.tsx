import { text } from "node:stream/consumers";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { Router } from "wouter";
import { type BuiltPage, builtPagesList } from "#shared/pages.ts";
import { startLanguage } from "@/lib/i18n.tsx";
import { offeredPet } from "@/lib/product.ts";

/**
 * Run by scripts/build-pages.ts, once for each language: writes each page as `{file, title, content}`. Names are placeholders, which
 * the server fills in.
 */
const [, , language = ""] = process.argv;
await startLanguage(language);
const { App } = await import("@/app/app.tsx");
const { pageTitle } = await import("@/app/use-page-title.ts");

async function rendered({ file, path, withDemo }: BuiltPage) {
  const page = (
    <StrictMode>
      <Router ssrPath={path} ssrSearch="">
        <App demoPet={withDemo ? offeredPet() : null} />
      </Router>
    </StrictMode>
  );
  // In one piece: later pieces are put in place by inline scripts, which our content security policy refuses.
  const { prelude } = await prerenderToNodeStream(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return { file, title: pageTitle(path === "/app" ? "" : path, ""), content: await text(prelude) };
}

process.stdout.write(JSON.stringify(await Promise.all(builtPagesList.map(rendered))));
