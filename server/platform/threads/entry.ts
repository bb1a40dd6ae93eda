export interface Entry {
  readonly url: URL;
  readonly execArgv: string[];
}

/** `execArgv` is always given, since an inherited --inspect or --import would break the child. */
export function entry(importMetaUrl: string, modulePath: string): Entry {
  const fromSources = new URL(importMetaUrl).pathname.endsWith(".ts");
  const url = new URL(`${modulePath}${fromSources ? ".ts" : ".js"}`, importMetaUrl);
  if (!fromSources) return { url, execArgv: [] };
  // A thread and a process both keep this argument, and Node.js ignores a condition that no package names.
  return { url: new URL("./run-from-sources.mjs", import.meta.url), execArgv: ["--conditions", url.href] };
}
