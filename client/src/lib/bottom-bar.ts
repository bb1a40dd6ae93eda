/** A ref that keeps an element's height in a CSS variable of the page. */
const heightAs = (variable: `--${string}`) => (element: HTMLElement | null) => {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(variable, `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(variable);
  };
};

/** For a bar at the bottom of the window: a toast stays above it. */
export const bottomBar = heightAs("--bottom-bar");

export const dialogBar = heightAs("--dialog-bar");

/** What is at the bottom of the window makes room for the toast. */
export const toastStrip = heightAs("--toast");
