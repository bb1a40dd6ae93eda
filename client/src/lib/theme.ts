import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

const STORAGE_KEY = "theme";
/** The server puts the theme into the page, because no script of ours runs before the first paint. */
const COOKIE = "theme";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

const listeners = new Set<() => void>();
let choice: ThemeChoice = "system";
const atBuildTime = (): ThemeChoice => "system";

/**
 * Call it before the first render. Without a class on <html> the stylesheet follows the system, so that most pages need
 * no new style when their script runs.
 */
export function startTheme(): void {
  choice = storedChoice();
  tellServer();
  const { classList } = document.documentElement;
  // Built pages follow the system already: applying that again would only cost a task.
  if (choice !== "system" || classList.contains("dark") || classList.contains("light")) apply();
  darkQuery()?.addEventListener("change", paintBrowserChrome);
  window.addEventListener("storage", (event) => {
    if (event.key !== STORAGE_KEY && event.key !== null) return;
    choice = storedChoice();
    apply();
  });
}

export function setThemeChoice(next: ThemeChoice): void {
  choice = next;
  try {
    if (next === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Some private windows allow no storage: the choice then lasts as long as the page.
  }
  tellServer();
  apply();
}

/** Called at each start too, because browsers keep a cookie for a shorter time than the storage. */
function tellServer(): void {
  const seconds = choice === "system" ? 0 : COOKIE_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and Firefox before 140
  document.cookie = `${COOKIE}=${choice}; path=/; max-age=${seconds}; SameSite=Lax`;
}

export function useTheme(): { choice: ThemeChoice; setChoice: (next: ThemeChoice) => void } {
  return { choice: useSyncExternalStore(subscribe, () => choice, atBuildTime), setChoice: setThemeChoice };
}

function apply(): void {
  const { classList } = document.documentElement;
  classList.toggle("dark", choice === "dark");
  classList.toggle("light", choice === "light");
  paintBrowserChrome();
  for (const listener of listeners) listener();
}

/** A phone's address bar gets the color of the page, also where the choice differs from the system. */
function paintBrowserChrome(): void {
  const background = getComputedStyle(document.documentElement).backgroundColor;
  if (!background.startsWith("rgb(")) return;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute("content", background);
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function darkQuery(): MediaQueryList | null {
  return "matchMedia" in window ? window.matchMedia("(prefers-color-scheme: dark)") : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
