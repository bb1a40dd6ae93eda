// A loader hook for all modules would take twice as long.
import { compiled } from "./compile-sources.mjs";

const source = process.execArgv.find((_, at, all) => all[at - 1] === "--conditions");
await import(await compiled(source));
