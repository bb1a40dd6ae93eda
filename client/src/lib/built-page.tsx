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

/** Always the same object, so that React neither compares the HTML nor sets it. */
const unread = { __html: "" };

/**
 * A static part of a built page (prerender.tsx): its HTML stays, and its code (`part` comes from `lazy`) is loaded only
 * where the page is rendered in the browser, after another screen.
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

/** Before React has taken over a built page, presses would be lost: such buttons are disabled until then. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** What was typed into the built page, by the names of its fields. */
const early = { texts: new Map<string, string>(), focus: "", listening: new AbortController() };

/**
 * Keeps what is typed into a built page until its form takes it: React renders such a page anew where the browser has
 * translated it.
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
  // In the capture phase, because React stops events of what it has not hydrated yet.
  const options = { capture: true, signal: early.listening.signal };
  for (const type of ["input", "focusin"]) page.addEventListener(type, ({ target }) => note(target), options);
}

/**
 * For a form of a built page: `take` gets what was typed or filled in before the script ran, by field name. React
 * itself knows nothing of it.
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
