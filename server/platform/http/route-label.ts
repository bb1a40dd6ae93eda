import type { Request } from "express";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
/** Pages without a contract; the others are the client's. */
const ownPages = new Set(["/healthz", "/readyz", "/metrics", "/api/docs", "/api/openapi.json"]);

/** The method of a request as figures and traces name it: one of few, whatever a visitor sends. */
export const methodLabel = ({ method }: Request): string => (methods.has(method) ? method : "other");

/**
 * The pattern of a request's call; without one only few kinds, whatever path a visitor sends.
 * @param path as it was when the request came; routers change it
 */
export function routeLabel({ contract }: Request, path: string): string {
  if (contract !== undefined) return contract.path;
  if (ownPages.has(path)) return path;
  return path.startsWith("/api") ? "unknown call" : "page";
}
