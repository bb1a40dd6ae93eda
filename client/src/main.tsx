import "@/lib/no-eval.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "@/app/app.tsx";
import { keepTyped } from "@/lib/built-page.tsx";
import { offeredPet } from "@/lib/product.ts";
import { startServiceWorker } from "@/lib/service-worker.ts";
import { watchForStaleCode } from "@/lib/stale-code.ts";
import { startTheme } from "@/lib/theme.ts";

startTheme();
startServiceWorker();
watchForStaleCode();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the app.");
const app = (
  <StrictMode>
    <App demoPet={offeredPet()} />
  </StrictMode>
);
// Built pages come with their content (prerender.tsx) or marked as loading; in development a page is empty.
if (root.hasChildNodes() && root.dataset.loading === undefined) {
  keepTyped(root);
  hydrateRoot(root, app, { onRecoverableError });
} else createRoot(root).render(app);

/** React renders anew what differs from the built page. After a translation that is no fault. */
function onRecoverableError(error: unknown): void {
  const isTranslated = document.documentElement.lang !== "en";
  if (!isTranslated) reportError(error);
}
