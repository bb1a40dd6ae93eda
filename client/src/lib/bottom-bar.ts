/**
 * A ref for a bar at the bottom of the window: keeps its height in `--bottom-bar`, so that a toast can stay above it.
 */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--bottom-bar", `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--bottom-bar");
  };
}
