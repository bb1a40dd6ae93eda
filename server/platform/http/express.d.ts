import type { TokenScope } from "#shared/api/access-tokens.ts";
import type { RouteContract } from "#shared/route.ts";
import type { CurrentUser } from "./access.ts";

declare global {
  namespace Express {
    interface User extends CurrentUser {}
    interface Request {
      id: string;
      contract?: RouteContract;
      /** Absent for a session. */
      tokenScopes?: readonly TokenScope[];
      /** By `performance.now()`. */
      firstContentAt?: number;
    }
  }
}

declare module "express-session" {
  interface SessionData {
    startedAt?: number;
    promoCodeId?: string;
    /** The link of a pet's family that was opened last. */
    invitationId?: string;
  }
}
