import "@/lib/no-eval.ts";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { keepTyped } from "@/lib/built-page.tsx";
import { i18n, startLanguage } from "@/lib/i18n.tsx";
import { offeredPet, pageLanguage } from "@/lib/product.ts";
import { startServiceWorker } from "@/lib/service-worker.ts";
import { watchForStaleCode } from "@/lib/stale-code.ts";
import { startTheme } from "@/lib/theme.ts";

startTheme();
startServiceWorker();
watchForStaleCode();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the app.");
// Built pages come with their content (prerender.tsx) or marked as loading; in development a page is empty.
const isBuilt = root.hasChildNodes() && root.dataset.loading === undefined;
if (isBuilt) keepTyped(root);
void start(root);

/** The screens are loaded in the language that was chosen for the page. */
async function start(place: HTMLElement): Promise<void> {
  await startLanguage(pageLanguage());
  const { App } = await import("@/app/app.tsx");
  const app = (
    <StrictMode>
      <App demoPet={offeredPet()} />
    </StrictMode>
  );
  if (isBuilt) hydrateRoot(place, app, { onRecoverableError });
  else createRoot(place).render(app);
}

/** React renders anew what differs from the built page. After a translation that is no fault. */
function onRecoverableError(error: unknown): void {
  const isTranslated = document.documentElement.lang !== i18n.locale;
  if (!isTranslated) reportError(error);
}
