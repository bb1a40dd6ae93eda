import {
  type ComponentType,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

/** No HTML, and always the same object: React then neither compares what it finds nor ever sets it. */
const unread = { __html: "" };

/**
 * A part of a built page (client/src/prerender.tsx) in which nothing can be done, given by `lazy`: its HTML stays as it came,
 * and its code is not loaded. It is loaded where the page is made in the browser, because another screen was there before.
 */
export const AsBuilt = memo(function AsBuilt({ part: Part, className }: { part: ComponentType; className?: string }) {
  const isHydrated = useHydrated();
  const [isBuilt] = useState(!isHydrated);
  return isBuilt && !import.meta.env.SSR ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it keeps the HTML that is there
    <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={unread} />
  ) : (
    <div className={className}>
      <Part />
    </div>
  );
});

const never = () => () => undefined;

/**
 * Whether React has taken over the page. A page that comes with its content (client/src/prerender.tsx) is seen before that,
 * and a press on a button that only a script answers would be lost: such a button is disabled until then.
 */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Of the page as it was built, by the names of the fields. */
const early = { texts: new Map<string, string>(), focus: "", listening: new AbortController() };

/**
 * Keeps what is typed into a page that comes with its content (client/src/prerender.tsx) until its form has taken it: React
 * makes such a page anew where it finds other texts in it, as after a translation by the browser.
 */
export function keepTyped(page: HTMLElement): void {
  early.listening.abort();
  early.texts.clear();
  early.listening = new AbortController();
  const note = (field: EventTarget | null) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.name === "") return;
    early.texts.set(field.name, field.value);
    if (field === document.activeElement) early.focus = field.name;
  };
  page.querySelectorAll("input, textarea").forEach(note);
  // On its way down: React stops the events of what it has not taken over yet.
  const options = { capture: true, signal: early.listening.signal };
  for (const type of ["input", "focusin"]) page.addEventListener(type, ({ target }) => note(target), options);
}

/**
 * For the form of a page that comes with its content: `take` gets what was typed or filled in before the page's script ran,
 * by the names of the fields. React itself knows nothing of it.
 */
export function useTypedEarly(take: (typed: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const found = useEffectEvent(take);
  useEffect(() => {
    if (form.current === null) return;
    early.listening.abort();
    const typed: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current)) {
      const text = value === "" ? early.texts.get(name) : value;
      if (typeof text === "string" && text !== "") typed[name] = text;
    }
    early.texts.clear();
    const field = form.current.elements.namedItem(early.focus);
    if (field instanceof HTMLElement && document.activeElement === document.body) field.focus();
    if (Object.keys(typed).length > 0) found(typed);
  }, []);
  return form;
}
