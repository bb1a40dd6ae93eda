import type { Page } from "@playwright/test";

/**
 * Does to each page what a browser's translation does, from its first node on and to whatever arrives later: two `font`
 * elements with other text in the place of each text node. The words stay, for the test to find them, with `mark` behind
 * each text. Returns what the page complains of.
 */
export async function translate(page: Page, mark = ""): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // What the test asks for: an answer to a wrong password, no service worker.
    const isWanted = /^(Failed to load resource|Service Worker registration blocked)/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isWanted) complaints.push(message.text());
  });
  await page.addInitScript(putFontsInPlaceOfTexts, mark);
  return complaints;
}

/** Runs in the page. */
function putFontsInPlaceOfTexts(mark: string): void {
  const isOwn = (element: Element | null) => element === null || element.closest("font, script, style, textarea, svg");
  const textsOf = (node: Node): Text[] => {
    if (node instanceof Text) return [node];
    return node instanceof Element ? [...node.childNodes].flatMap(textsOf) : [];
  };
  const replace = (text: Text) => {
    if (text.data.trim() === "" || !document.body?.contains(text) || isOwn(text.parentElement)) return;
    document.documentElement.lang = "es";
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    for (const font of [outer, inner]) font.style.verticalAlign = "inherit";
    inner.textContent = text.data + mark;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === "childList" ? addedNodes : [target]) textsOf(node).forEach(replace);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
