import { holdsRightToLeft } from "./reading-order.ts";

// PDF.js makes these on loading, for drawing. Text needs no canvas.
for (const name of ["DOMMatrix", "ImageData", "Path2D"])
  if (!(name in globalThis)) Reflect.set(globalThis, name, class {});

const { fromCodePoint } = String;

/** PDF.js reverses right-to-left lines letter by letter, ligatures too: 'كلاب' would become 'كالب'. */
export function turnLigatures(): () => void {
  String.fromCodePoint = (...codes) => {
    const text = fromCodePoint(...codes);
    return codes.length > 1 && holdsRightToLeft(text) ? Array.from(text).reverse().join("") : text;
  };
  return () => {
    String.fromCodePoint = fromCodePoint;
  };
}

// PDF.js replaces `push`, which makes reading a quarter slower. To be imported before PDF.js.

const native = Object.getOwnPropertyDescriptor(Array.prototype, "push") ?? {};

/** After PDF.js has loaded its other half, which replaces `push` too. */
export function restorePush(): void {
  Object.defineProperty(Array.prototype, "push", native);
}
