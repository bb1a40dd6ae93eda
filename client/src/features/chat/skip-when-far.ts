let waiting: HTMLElement[] = [];

/**
 * Lets the browser leave out an element that is far from view, once it was laid out: its size is known then, so that
 * nothing moves while the reader scrolls (the element's style asks for that by `data-settled`).
 */
export function skipWhenFar(element: HTMLElement | null): void {
  if (element === null) return;
  if (waiting.length === 0) afterNextFrame(settle);
  waiting.push(element);
}

function settle(): void {
  for (const element of waiting) element.dataset.settled = "";
  waiting = [];
}

/** The size of an element is remembered at the end of the frame in which it was laid out. */
function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
