// Lets a worker thread or a child process run the TypeScript sources (see entry.ts); JavaScript, as it comes before the
// loader.
import { register } from "node:module";

register("./entry-hooks.mjs", import.meta.url);
