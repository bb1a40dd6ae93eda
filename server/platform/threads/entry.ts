export interface Entry {
  readonly url: URL;
  readonly execArgv: string[];
}

/**
 * The module of a worker thread or a child process, which lies beside the importing module, with the arguments to start it.
 * The name of the importing file shows whether this process runs from the TypeScript sources (tsx, vitest) or from the
 * compiled files.
 *
 *     const { url, execArgv } = entry(import.meta.url, "./parse-worker");
 *     new Worker(url, { execArgv });
 *     fork(fileURLToPath(url), [], { execArgv });
 *
 * execArgv is always given, so that nothing is inherited (an inherited --inspect or --import would break the child).
 */
export function entry(importMetaUrl: string, modulePath: string): Entry {
  const fromSources = new URL(importMetaUrl).pathname.endsWith(".ts");
  const url = new URL(`${modulePath}${fromSources ? ".ts" : ".js"}`, importMetaUrl);
  if (!fromSources) return { url, execArgv: [] };
  // A thread and a process both take this argument, and keep it; Node.js makes nothing of a condition that no package names.
  return { url: new URL("./run-from-sources.mjs", import.meta.url), execArgv: ["--conditions", url.href] };
}
