import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * For the form of a page that comes with its content (client/src/prerender.tsx): `take` gets what was typed or filled in
 * before the page's script ran, by the names of the fields. React itself knows nothing of it.
 */
export function useTypedEarly(take: (typed: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const found = useEffectEvent(take);
  useEffect(() => {
    if (form.current === null) return;
    const typed: Record<string, string> = {};
    for (const [name, value] of new FormData(form.current))
      if (typeof value === "string" && value !== "") typed[name] = value;
    if (Object.keys(typed).length > 0) found(typed);
  }, []);
  return form;
}
