import type { TokenScope } from "#shared/api/access-tokens.ts";
import type { RouteContract } from "#shared/route.ts";
import type { CurrentUser } from "./access.ts";

declare global {
  namespace Express {
    interface User extends CurrentUser {}
    interface Request {
      /** Set by the request log: a new uuid, or the proxy's. */
      id: string;
      /** The call that it matched; set where the call is registered. */
      contract?: RouteContract;
      /** What the access token of the request may do; absent for a session. */
      tokenScopes?: readonly TokenScope[];
      /** When the first words of a reply were there, by `performance.now()`. */
      firstContentAt?: number;
    }
  }
}

declare module "express-session" {
  interface SessionData {
    /** Milliseconds since 1970; ends a session that is kept alive for longer than the absolute limit. */
    startedAt?: number;
    /** Id of the promo code that this visitor entered. */
    promoCodeId?: string;
  }
}
