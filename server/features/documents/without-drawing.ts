// PDF.js makes one of these while it is loaded, for drawing pages. Text is read without them, so the product needs no canvas.
for (const name of ["DOMMatrix", "ImageData", "Path2D"])
  if (!(name in globalThis)) Reflect.set(globalThis, name, class {});
