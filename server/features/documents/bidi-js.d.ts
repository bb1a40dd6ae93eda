// The package describes its CommonJS file, whose default export is another thing.
declare module "bidi-js/dist/bidi.mjs" {
  import type { Bidi } from "bidi-js";
  export default function bidiFactory(): Bidi;
}
