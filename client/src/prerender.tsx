import { text } from "node:stream/consumers";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { Router } from "wouter";
import { App } from "@/app/app.tsx";
import { pageTitle } from "@/app/use-page-title.ts";
import { offeredPet } from "@/lib/product.ts";

/** Run by scripts/build-pages.ts. Names are placeholders, which the server fills in. */
export async function renderPage({ path, withDemo }: { path: string; withDemo: boolean }) {
  const page = (
    <StrictMode>
      <Router ssrPath={path} ssrSearch="">
        <App demoPet={withDemo ? offeredPet() : null} />
      </Router>
    </StrictMode>
  );
  // In one piece: later pieces are put in place by inline scripts, which our content security policy refuses.
  const { prelude } = await prerenderToNodeStream(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return { title: pageTitle(path === "/app" ? "" : path, ""), content: await text(prelude) };
}
