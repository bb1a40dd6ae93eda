import type { Request, RequestHandler } from "express";
import helmet from "helmet";
import { HttpError } from "./errors.ts";

/** A year, as browsers' preload lists ask for. */
const TLS_SECONDS = 365 * 24 * 60 * 60;

/** Nothing comes from another host. Development needs Vite's inline preamble and socket. */
export function securityHeaders({ development }: { development: boolean }): RequestHandler {
  const fixed = development ? headersFor({ development }) : fixedHeaders;
  return (request, response, next) => {
    // Browsers ignore it over plain HTTP, and a server without TLS must not announce it.
    if (request.secure) response.setHeader("Strict-Transport-Security", `max-age=${TLS_SECONDS}`);
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    next();
  };
}

function headersFor({ development }: { development: boolean }): Record<string, string> {
  const middleware = helmet({
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
        scriptSrcAttr: ["'none'"],
        objectSrc: ["'none'"],
        frameSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: false,
  });
  const headers: Record<string, string> = { "Permissions-Policy": permissionsPolicy };
  const response = {
    setHeader(name: string, value: string) {
      headers[name] = value;
    },
    removeHeader: () => undefined,
  };
  Reflect.apply(middleware, undefined, [{}, response, () => undefined]);
  return headers;
}

const permissionsPolicy = [
  "microphone=(self)",
  "screen-wake-lock=(self)",
  "autoplay=(self)",
  "clipboard-write=(self)",
  ...["camera", "geolocation", "payment", "usb", "serial", "hid", "midi", "display-capture"].map(
    (name) => `${name}=()`,
  ),
].join(", ");

/** Also for what is answered before there is an application. */
export const fixedHeaders: Readonly<Record<string, string>> = headersFor({ development: false });

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** A client without both headers is no browser, so it sends no cookie without its user's intent. */
export const refuseCrossSite: RequestHandler = (request, _response, next) => {
  if (safeMethods.has(request.method) || bearerOf(request) !== undefined) return next();
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return next(crossSite());
  const origin = request.headers.origin;
  if (origin !== undefined && site === undefined && !isOwn(origin, request)) return next(crossSite());
  next();
};

/** For reads that no other site may cause. Throws HttpError 403. */
export function requireOwnOrigin(request: Request): void {
  const { origin } = request.headers;
  if (origin === undefined || !isOwn(origin, request)) throw crossSite();
}

const crossSite = () => new HttpError(403, "cross_site", "This request came from another site and was refused.");

/** A proxy may hide that the page came by https. */
function isOwn(origin: string, { headers, host, secure }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: itsHost } = new URL(origin);
  const isOfPages = protocol === "https:" || (protocol === "http:" && !secure);
  return isOfPages && [headers.host, host].includes(itsHost);
}

/** A request with a bearer token never counts by its cookie, and no browser sends the header for another site. */
export function bearerOf({ headers: { authorization } }: Pick<Request, "headers">): string | undefined {
  const [scheme, token = ""] = authorization?.split(" ") ?? [];
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
