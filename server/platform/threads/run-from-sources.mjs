// Starts a worker thread or a child process from its TypeScript source (see entry.ts). Without a hook that every module would
// have to pass: the packages' hundreds of files take twice as long then.
import { compiled } from "./compile-sources.mjs";

const source = process.execArgv.find((_, at, all) => all[at - 1] === "--conditions");
await import(await compiled(source));
