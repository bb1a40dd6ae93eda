import "./styles.css";

/** A built page is read before it is used: its code waits until it is painted, and takes nothing from its style and fonts. */
const root = document.getElementById("root");
const isRead = root?.hasChildNodes() === true && root.dataset.loading === undefined;
if (isRead && !document.hidden) requestAnimationFrame(() => setTimeout(start));
else start();

function start(): void {
  // All at once (scripts/build-pages.ts), where one would ask for the next.
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]")) link.rel = "modulepreload";
  import("./start.tsx").catch(reportError);
}
