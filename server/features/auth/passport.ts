import type { Request, RequestHandler } from "express";
import passport from "passport";
import { Strategy as LocalStrategy } from "passport-local";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { notSignedIn } from "#server/platform/http/errors.ts";
import { addressOf } from "../audit/service.ts";
import { findActiveUser } from "./queries.ts";
import { checkCredentials } from "./service.ts";

const authenticators = new WeakMap<Request["app"], passport.Authenticator>();

/** The account is read anew for each request, so that withdrawn rights end at once. */
export function sessionUser(app: Request["app"], db: Db): RequestHandler[] {
  const authenticator = new passport.Passport();
  authenticators.set(app, authenticator);
  authenticator.use(
    new LocalStrategy({ passReqToCallback: true }, (request, username, password, done) => {
      checkCredentials(db, { username, password }, addressOf(request)).then((user) => done(null, user), done);
    }),
  );
  authenticator.serializeUser<string>((user, done) => done(null, user.id));
  authenticator.deserializeUser<string>((id, done) => {
    findActiveUser(db, id).then((user) => done(null, user ?? false), done);
  });
  return [authenticator.initialize(), authenticator.session()];
}

export function signIn(request: Request, credentials: { username: string; password: string }): Promise<CurrentUser> {
  request.body = credentials;
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, user?: CurrentUser | false) => {
      if (error || !user) return reject(error ?? notSignedIn());
      beginSession(request, user).then(() => resolve(user), reject);
    };
    const authenticator = authenticators.get(request.app);
    if (authenticator === undefined || request.res === undefined) return reject(new Error("The app has no sessions."));
    authenticator.authenticate("local", settle)(request, request.res, reject);
  });
}

/** Passport changes the session id, so that one from before the sign-in is useless. */
export function beginSession(request: Request, user: CurrentUser): Promise<void> {
  return new Promise((resolve, reject) => {
    request.logIn(user, (error: unknown) => {
      if (error) return reject(error);
      request.session.startedAt = Date.now();
      resolve();
    });
  });
}
