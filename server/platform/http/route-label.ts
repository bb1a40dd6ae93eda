import type { Request } from "express";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const ownPages = new Set(["/healthz", "/readyz", "/metrics", "/api/docs", "/api/openapi.json"]);

/** One of few, whatever a visitor sends. */
export const methodLabel = ({ method }: Request): string => (methods.has(method) ? method : "other");

/** One of few. `path` as it came; routers change it. */
export function routeLabel({ contract }: Request, path: string): string {
  if (contract !== undefined) return contract.path;
  if (ownPages.has(path)) return path;
  return path.startsWith("/api") ? "unknown call" : "page";
}
