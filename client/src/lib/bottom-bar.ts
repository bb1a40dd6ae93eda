/** A ref that keeps an element's height in a CSS variable of the page, for what has to leave room for it. */
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

/** For the buttons at the bottom of a dialog that fills a phone's screen: a toast stays above them. */
export const dialogBar = heightAs("--dialog-bar");

/** For the toast: what is at the bottom of the window makes room for it, so that it covers nothing. */
export const toastStrip = heightAs("--toast");
