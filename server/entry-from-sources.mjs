// Lets a worker thread or a child process run the TypeScript sources (see entry.ts); JavaScript, as it comes before the
// loader. `--import tsx` would not do: it does nothing in a worker thread whose main thread runs without it (vitest).
import { register as registerHooks } from "node:module";
import { register } from "tsx/esm/api";

register();
// Packages are JavaScript already: compiling a large one again takes seconds in every new process.
registerHooks("./entry-hooks.mjs", import.meta.url);
