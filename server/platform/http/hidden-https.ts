import type { RequestHandler } from "express";
import type { Pool } from "pg";
import type { Log } from "../observe/log.ts";

/** Of the setting that says when https was last hidden. */
export const HIDDEN_HTTPS_KEY = "hidden_https";

export const hiddenHttps =
  "A browser came by https, but the proxy did not say so: session cookies are not Secure, and limits may count the proxy in place of its visitors. Have it set X-Forwarded-Proto and X-Forwarded-For, and name it in TRUST_PROXY (docs/deploy.md, The reverse proxy).";

/** Notices a proxy that hides https; warns once, and tells the doctor. Belongs behind the check of origins. */
export function watchHttps({ pool, log }: { pool: Pool; log: Log }): RequestHandler {
  const noticed = new Set<boolean>();
  return (request, _response, next) => {
    next();
    const { secure, user, headers } = request;
    if (noticed.has(secure) || user === undefined || headers.origin?.startsWith("https://") !== true) return;
    noticed.add(secure);
    if (!secure) log.warn(hiddenHttps);
    const statement = secure ? FORGET : KEEP;
    pool.query(statement, [HIDDEN_HTTPS_KEY]).catch((err: unknown) => log.warn({ err }, "https was not noted"));
  };
}

const FORGET = "delete from settings where key = $1";
const KEEP = `insert into settings (key, value) values ($1, now()::text)
  on conflict (key) do update set value = excluded.value, updated_at = now()`;
