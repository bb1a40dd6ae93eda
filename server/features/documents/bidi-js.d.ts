// The package describes its CommonJS file, which exports something else.
declare module "bidi-js/dist/bidi.mjs" {
  import type { Bidi } from "bidi-js";
  export default function bidiFactory(): Bidi;
}
