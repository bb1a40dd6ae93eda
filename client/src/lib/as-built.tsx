import { type ComponentType, memo, useState, useSyncExternalStore } from "react";

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
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
