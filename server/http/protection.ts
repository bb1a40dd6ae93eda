import type { RequestHandler } from "express";
import helmet from "helmet";
import { HttpError } from "./errors.ts";

/** Security headers. Development needs Vite's inline preamble and its socket. */
export function securityHeaders({ development }: { development: boolean }): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: development ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Radix sets style elements while a dialog is open.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        mediaSrc: ["'self'", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: development ? ["'self'", "ws:"] : ["'self'"],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "same-origin" },
  });
}

export const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader("Permissions-Policy", "microphone=(self), camera=(), geolocation=(), payment=()");
  next();
};

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site makes a browser send: by Sec-Fetch-Site, and by Origin for browsers that don't send
 * it. A client that sends neither header is no browser and carries no cookie by accident.
 */
export const refuseCrossSite: RequestHandler = (request, _response, next) => {
  if (safeMethods.has(request.method)) return next();
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return next(crossSite());
  const origin = request.headers.origin;
  if (origin !== undefined && site === undefined && !isOwn(origin, request.headers.host, request.host))
    return next(crossSite());
  next();
};

const crossSite = () => new HttpError(403, "cross_site", "This request came from another site and was refused.");

function isOwn(origin: string, ...hosts: (string | undefined)[]): boolean {
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
