import type { Request, RequestHandler } from "express";
import helmet from "helmet";
import { bearerOf } from "./bearer.ts";
import { HttpError } from "./errors.ts";

/** A year, as browsers' preload lists ask for. */
const TLS_SECONDS = 365 * 24 * 60 * 60;

/**
 * Security headers. Nothing comes from another host: pictures, sound and files pass through this server wherever they
 * are kept. Development needs Vite's inline preamble and its socket.
 */
export function securityHeaders({ development }: { development: boolean }): RequestHandler {
  const fixed = development ? headersFor({ development }) : fixedHeaders;
  return (request, response, next) => {
    // Browsers ignore it over plain HTTP, and a server without TLS must not announce it through a proxy either.
    if (request.secure) response.setHeader("Strict-Transport-Security", `max-age=${TLS_SECONDS}`);
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    next();
  };
}

/** Those that are the same in every answer, by their names. */
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

/** The microphone for talking, the wake lock for a conversation without hands; nothing else is used. */
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

/**
 * Refuses writes that another site makes a browser send: by Sec-Fetch-Site, and by Origin for browsers that don't send
 * it. A client that sends neither header is no browser, so it does not send a cookie without its user's intent.
 */
export const refuseCrossSite: RequestHandler = (request, _response, next) => {
  if (safeMethods.has(request.method) || bearerOf(request) !== undefined) return next();
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return next(crossSite());
  const origin = request.headers.origin;
  if (origin !== undefined && site === undefined && !isOwn(origin, request)) return next(crossSite());
  next();
};

/**
 * For what even a read must not do for another site. Every browser sends the header with a WebSocket's handshake.
 * @throws HttpError 403
 */
export function requireOwnOrigin(request: Request): void {
  const { origin } = request.headers;
  if (origin === undefined || !isOwn(origin, request)) throw crossSite();
}

const crossSite = () => new HttpError(403, "cross_site", "This request came from another site and was refused.");

/** A proxy may hide that the page came by https, so a request that came without it may name either. */
function isOwn(origin: string, { headers, host, secure }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: itsHost } = new URL(origin);
  const isOfPages = protocol === "https:" || (protocol === "http:" && !secure);
  return isOfPages && [headers.host, host].includes(itsHost);
}
