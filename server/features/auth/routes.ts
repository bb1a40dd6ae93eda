import type { Request } from "express";
import { anyAccount, passwordChangeRequired } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { endSession } from "#server/platform/http/session.ts";
import type { Log } from "#server/platform/observe/log.ts";
import * as contract from "#shared/api/auth.ts";
import { success } from "#shared/api/common.ts";
import { addressOf, callerOf, record, userTarget } from "../audit/service.ts";
import { learnTimeZone } from "../time-zone/service.ts";
import * as forgotten from "./forgotten-password/service.ts";
import { beginSession, signIn } from "./passport.ts";
import * as service from "./service.ts";

type Deps = forgotten.ForgottenPasswordDeps;

export function authRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const { limiter } = context;

  context.router.get(contract.me.path, (request, response, next) => {
    if (request.user !== undefined || !asksAsVisitor(request)) return next();
    request.contract = contract.me;
    response.status(204).end();
  });
  handle(context, contract.me, {
    access: anyAccount,
    run: async ({ scope: { user }, request }) => {
      if (user.isDefaultPassword && !asksAsVisitor(request)) throw passwordChangeRequired(user);
      return { user, roles: user.roles.map(named), permissions: user.permissions.map(named) };
    },
  });

  handle(context, contract.login, {
    access: "public",
    limit: "login",
    run: async ({ body, request }) => {
      const user = await limiter.guess("signIn", request, body.username, () => signIn(request, body));
      await learnTimeZone(db, user, body.timeZone);
      return { user, requirePasswordChange: user.isDefaultPassword };
    },
  });

  handle(context, contract.logout, {
    access: "public",
    run: async ({ request }) => {
      const { user } = request;
      if (user !== undefined)
        await record(db, { by: callerOf(user, request), action: "auth.sign_out", target: userTarget(user) });
      await endSession(request);
      return success;
    },
  });

  handle(context, contract.changePassword, {
    access: anyAccount,
    limit: "password",
    run: async ({ body, scope: { user }, request }) => {
      const stored = await limiter.guess("currentPassword", request, user.id, () =>
        service.checkPassword(db, callerOf(user, request), body.currentPassword),
      );
      await service.changePassword(db, callerOf(user, request), { stored, ...body }, request.sessionID);
      await beginSession(request, { ...user, isDefaultPassword: false });
      return success;
    },
  });

  handle(context, contract.validatePromo, {
    access: "public",
    limit: "promo",
    run: async ({ body, request }) => {
      request.session.promoCodeId = await service.acceptPromoCode(db, body.promoCode);
      return success;
    },
  });

  handle(context, contract.checkPromo, {
    access: "public",
    run: async ({ request }) => {
      await service.requireSignUpPass(db, request.session);
      return success;
    },
  });

  handle(context, contract.register, {
    access: "public",
    limit: "register",
    run: async ({ body, request }) => {
      const pass = await service.requireSignUpPass(db, request.session);
      const accepted = { pass, sessionId: request.sessionID };
      const tempPassword = await service.register(db, accepted, body, addressOf(request));
      delete request.session[pass.kind];
      return { tempPassword, username: body.username };
    },
  });

  forgottenPasswordRoutes(context, deps);
}

function forgottenPasswordRoutes(context: RouteContext, deps: Deps): void {
  handle(context, contract.forgotPassword, {
    access: "public",
    limit: "resetMail",
    run: async ({ body, request }) => {
      forgotten.requireMailer(deps);
      afterAnswer(request, context.log, () => forgotten.requestResetMail(deps, body.email));
      return success;
    },
  });

  handle(context, contract.checkResetLink, {
    access: "public",
    limit: "resetLink",
    run: async ({ body }) => ({ username: await forgotten.usernameOfLink(deps.db, body.token) }),
  });

  handle(context, contract.resetForgotten, {
    access: "public",
    limit: "resetLink",
    run: async ({ body, request }) => {
      await forgotten.resetForgotten(deps.db, { ...body, ip: addressOf(request) });
      return success;
    },
  });
}

const asksAsVisitor = (request: Request) => request.get(contract.VISITOR_HEADER) !== undefined;

const named = (name: string) => ({ name });

/** So that the time of the answer tells nothing of the work. */
function afterAnswer({ id, res }: Request, log: Log, work: () => Promise<void>): void {
  res?.once("close", () => {
    work().catch((error: unknown) => log.error({ err: error, request: id }, "work after an answer failed"));
  });
}
