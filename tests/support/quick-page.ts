import { prettyDOM } from "@testing-library/react";

/*
 * What queries ask of each element of a page, answered as jsdom would, and without most of its work.
 */

type Asked = "display" | "visibility" | "pointer-events";

const initial = { visibility: "visible", "pointer-events": "auto" } as const;
/** Of these, jsdom's own stylesheet says by more than the name whether they are displayed. */
const displayedByMore = new Set(["dialog", "summary", "noscript", "input"]);
const hiding = ["hidden", "open", "popover"];

/**
 * Role queries and clicks ask of every element whether it is displayed, visible and open to the pointer. For each answer jsdom
 * works out all properties by all rules, and again after any change of the page. In components these three depend on little:
 * no stylesheet of the product is loaded.
 */
export function quickStyles(document: Document): void {
  const window = document.defaultView;
  if (window === null) throw new Error("The page has no window.");
  const compute = window.getComputedStyle.bind(window);
  const defaults = new Map<string, string>();
  const askJsdom = (element: Element, name: Asked) => compute(element).getPropertyValue(name);

  const displayOf = (element: Element): string => {
    if (hasOwn(element, "display") || displayedByMore.has(element.localName)) return askJsdom(element, "display");
    if (hiding.some((name) => element.hasAttribute(name))) return askJsdom(element, "display");
    const name = `${element.namespaceURI} ${element.localName}`;
    const display = defaults.get(name) ?? askJsdom(element, "display");
    defaults.set(name, display);
    return display;
  };
  const inherited = (element: Element, name: keyof typeof initial): string => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (hasOwn(at, name) || at.hasAttribute("hidden")) return askJsdom(element, name);
    return initial[name];
  };
  const quick = (element: Element, name: Asked): string => {
    if (isStyled(document)) return askJsdom(element, name);
    return name === "display" ? displayOf(element) : inherited(element, name);
  };
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return compute(element, pseudoElement);
    let whole: CSSStyleDeclaration | undefined;
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, property) {
        if (property === "display" || property === "visibility") return quick(element, property);
        if (property === "pointerEvents") return quick(element, "pointer-events");
        if (property === "getPropertyValue")
          return (name: string) => (isAsked(name) ? quick(element, name) : compute(element).getPropertyValue(name));
        whole ??= compute(element);
        const value: unknown = Reflect.get(whole, property);
        return typeof value === "function" ? value.bind(whole) : value;
      },
    });
  };
}

const isAsked = (name: string): name is Asked => name === "display" || name in initial;

/** Reading the style of an element without one would make jsdom build it. */
const hasOwn = (element: Element, name: Asked): boolean =>
  element.hasAttribute("style") && (element as HTMLElement | SVGElement).style.getPropertyValue(name) !== "";

const read = new WeakMap<Node, { text: string | null; styles: boolean }>();

/** Whether a library has put rules into the page that may tell one of these. */
function isStyled(document: Document): boolean {
  return [...document.getElementsByTagName("style")].some((sheet) => {
    const text = sheet.textContent;
    let known = read.get(sheet);
    if (known?.text !== text) {
      known = { text, styles: /display|visibility|pointer-events/.test(text ?? "") };
      read.set(sheet, known);
    }
    return known.styles;
  });
}

const labelable = [
  "HTMLButtonElement",
  "HTMLInputElement",
  "HTMLMeterElement",
  "HTMLOutputElement",
  "HTMLProgressElement",
  "HTMLSelectElement",
  "HTMLTextAreaElement",
] as const;

/** Queries by a label or a name ask each control for its labels, and jsdom asks the whole page for each. */
export function quickLabels(document: Document): void {
  for (const name of labelable)
    Object.defineProperty(globalThis[name].prototype, "labels", {
      configurable: true,
      get(this: HTMLElement) {
        if (this instanceof HTMLInputElement && this.type === "hidden") return null;
        return [...document.getElementsByTagName("label")].filter((label) => isLabelOf(label, this));
      },
    });
}

function isLabelOf(label: HTMLLabelElement, control: HTMLElement): boolean {
  const id = label.getAttribute("for");
  if (id === null) return label.contains(control) && label.control === control;
  return id !== "" && id === control.id && control.ownerDocument.getElementById(id) === control;
}

/** A query that waits fails again and again before it finds: the page is printed only where somebody reads it. */
export function missingError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = "TestingLibraryElementError";
  return Object.defineProperty(error, "message", {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join("\n\n"),
  });
}
