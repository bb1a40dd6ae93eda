import type { Page } from "@playwright/test";
import { voices } from "#shared/voices.ts";
import { PROMO_CODE } from "#tests/support/first-start.ts";

/**
 * Serves the catalog of a language with every Latin letter of its sentences changed to a wide one, so that what is not in the
 * catalog stands out. The pages that the build made are left empty: they are in the language itself.
 */
export async function showPseudoLanguage(page: Page, language: string): Promise<void> {
  await page.route(new RegExp(`/assets/${language}-[^/]+\\.js$`), async (route) => {
    const code = await (await route.fetch()).text();
    const { messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const body = `export const messages = ${JSON.stringify(widened(messages))};`;
    await route.fulfill({ contentType: "text/javascript", body });
  });
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace(/<div id="root".*<\/div>(?=\s*<\/body>)/s, '<div id="root"></div>'),
    });
  });
}

/** As Lingui's compiled messages are: texts, and [name, kind, forms] of what is filled in, whose names stay. */
function widened(message: unknown): unknown {
  if (typeof message === "string") return message.replaceAll(new RegExp(`${NAMES}|</?\\w+/?>|[A-Za-z]`, "g"), wide);
  if (Array.isArray(message)) return message.map((part) => (Array.isArray(part) ? withForms(part) : widened(part)));
  if (typeof message === "object" && message !== null)
    return Object.fromEntries(Object.entries(message).map(([name, forms]) => [name, widened(forms)]));
  return message;
}

const withForms = (place: readonly unknown[]) => place.map((part, index) => (index === 2 ? widened(part) : part));

/** U+FF01 to U+FF5E are the signs of ASCII in full width. */
const wide = (text: string) => (text.length > 1 ? text : String.fromCharCode(text.charCodeAt(0) + 0xfee0));

/** Names, which are the same in every language. */
const NAMES = [
  ...["Pet $", "Pet Talk", "powered by GLEE Labs", "Admin User", "Tucker", "Will", "Azure", "OpenAI", "PostgreSQL"],
  ...["eSpeak NG", "PDF", "TXT", "JPEG", "PNG", "WebP", "ZIP", "QR", "API", "gpt-4o-mini", "whisper-1", PROMO_CODE],
  ...voices.map(({ displayName }) => displayName),
].join("|");

/** Words in Latin letters that can be seen or heard, but for what people wrote and are called, which is marked as such. */
export const plainEnglishIn = (page: Page): Promise<string[]> =>
  page.evaluate((names) => {
    const isOwn = (element: Element) =>
      element.closest("[dir=auto], bdi, textarea, [lang]:not(html), script, style, code, kbd") !== null;
    const found = new Set<string>();
    const add = (text: string | null) => {
      const words = (text ?? "").replaceAll(new RegExp(names, "g"), "").trim();
      if (/[A-Za-z]{3,}/.test(words)) found.add(words);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement;
      if (parent !== null && !isOwn(parent)) add(texts.currentNode.textContent);
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt], [aria-description]"))
      for (const attribute of ["aria-label", "placeholder", "title", "alt", "aria-description"])
        if (!isOwn(element)) add(element.getAttribute(attribute));
    add(document.title);
    return [...found];
  }, NAMES);
