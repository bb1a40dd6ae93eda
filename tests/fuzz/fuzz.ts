import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { login, me, validatePromo } from "#shared/api/auth.ts";
import type { TestApp } from "../support/app.ts";
import { PASSWORD, PROMO_CODE } from "../support/first-start.ts";
import type { Visitor } from "../support/visitor.ts";
import { filesFor } from "./files.ts";
import { faultOf, isDocumentedFault } from "./judge.ts";
import type { Operation } from "./operations.ts";
import { type Request, requestTo } from "./requests.ts";
import { NO_ANSWER, sendRaw } from "./send.ts";
import type { Watchdog } from "./watchdog.ts";
import { furnish, type KnownIds } from "./world.ts";

export type Caller = "a visitor" | "an owner" | "an administrator";

export interface Extent {
  /** Requests to each call, of each kind of caller. */
  cases: number;
  seed: number;
  /** Of the calls, those whose name holds this. */
  only?: string | undefined;
}

export interface Findings {
  sent: number;
  /** How often each status was the answer. */
  statuses: Map<number, number>;
  /** What is wrong, each with the request that shows it. */
  faults: string[];
  /** Requests whose fault is documented, so that the log may tell of it. */
  excused: Set<string>;
  /** Milliseconds of each call's slowest request, with the others that were under way. */
  slowest: Map<string, number>;
}

/** Requests under way at a time. */
const AT_ONCE = 4;
/** Not signed in, not allowed, no such method. */
const REFUSALS = [401, 403, 405];
/** What the person sees first is enough to begin with. */
const FAULTS_AT_MOST = 40;

/** Sends requests to every call as one kind of caller, and tells what was wrong with the answers. */
export async function fuzz(
  app: TestApp,
  operations: readonly Operation[],
  caller: Caller,
  { cases, seed, only = "" }: Extent,
  watchdog: Watchdog,
): Promise<Findings> {
  const username = `owner-${randomUUID().slice(0, 8)}`;
  const [owner, admin] = [await app.owner(username), await app.admin()];
  const enter = async () => {
    const visitor = caller === "an administrator" ? await app.admin() : app.visitor();
    if (caller === "an owner") await visitor.call(login, { body: { username, password: PASSWORD } });
    return visitor;
  };
  let known = await furnish(app, { owner, admin });
  const files = await filesFor(owner, seed);
  let visitor = await enter();
  const findings: Findings = { sent: 0, statuses: new Map(), faults: [], excused: new Set(), slowest: new Map() };
  for (const [index, operation] of operations.entries()) {
    if (!operation.name.includes(only)) continue;
    visitor = await stillIn(visitor, enter);
    known = await furnish(app, { owner, admin }, known);
    if (operation.path === "/api/auth/register") await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const requests = fc.sample(requestTo(operation), { seed: seed + index, numRuns: cases });
    // Where a quarter of them is refused, the others would be, too.
    let isOpen = false;
    for (let at = 0; at < requests.length && findings.faults.length < FAULTS_AT_MOST; at += AT_ONCE) {
      const together = requests.slice(at, at + AT_ONCE).map((request) => prepared(request, visitor, known, files));
      watchdog.note(`${operation.name}\n${together.map(shown).join("\n")}`);
      const statuses = await Promise.all(together.map((request) => tryOne(app, operation, request, findings)));
      if (!statuses.every((status) => REFUSALS.includes(status))) isOpen = true;
      if (!isOpen && at + AT_ONCE >= cases / 4) break;
    }
  }
  return findings;
}

/** A sign-out, or a wrong word at it, is part of what is tried: whoever is out comes in again. */
async function stillIn(visitor: Visitor, enter: () => Promise<Visitor>): Promise<Visitor> {
  return (await visitor.attempt(me, {})).status === 200 ? visitor : enter();
}

async function tryOne(app: TestApp, operation: Operation, request: Request, findings: Findings): Promise<number> {
  const begun = performance.now();
  let answer = await sendRaw(app.url, request);
  const took = Math.round(performance.now() - begun);
  findings.slowest.set(operation.name, Math.max(took, findings.slowest.get(operation.name) ?? 0));
  // Where the server answers before all is sent and closes, the network may lose the answer; not twice, unless by a fault.
  if (typeof answer === "string" && answer.startsWith(NO_ANSWER)) answer = await sendRaw(app.url, request);
  findings.sent += 1;
  const fault = typeof answer === "string" ? answer : faultOf(operation, request, answer);
  if (typeof answer !== "string") {
    findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1);
    if (isDocumentedFault(operation, answer)) findings.excused.add(String(answer.headers["x-request-id"]));
  }
  if (fault !== null) findings.faults.push(`${operation.name}: ${fault}\n  ${shown(request)}`);
  return typeof answer === "string" ? 0 : answer.status;
}

/** With ids of what is there, the files of its form, and the caller's cookie. */
function prepared(
  { method, path, headers, body }: Request,
  visitor: Visitor,
  known: KnownIds,
  files: ReadonlyMap<string, Buffer>,
): Request {
  const filled = (text: string) => text.replaceAll(/known-[a-z]+-\d/g, (token) => known.get(token) ?? token);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    method,
    path: filled(path),
    headers: cookie === "" ? headers : { Cookie: cookie, ...headers },
    body: typeof body === "string" ? withFiles(filled(body), files) : body,
  };
}

function withFiles(text: string, files: ReadonlyMap<string, Buffer>): Buffer {
  const pieces = text.split(/(@file-[a-z0-9]+@)/);
  return Buffer.concat(pieces.map((piece) => files.get(piece) ?? Buffer.from(piece)));
}

function shown({ method, path, headers, body }: Request): string {
  const { Cookie: _cookie, ...others } = headers;
  const bytes = body === undefined ? "" : ` ${body.length} bytes: ${JSON.stringify(body.toString().slice(0, 600))}`;
  return `${method} ${path.slice(0, 400)} ${JSON.stringify(others).slice(0, 400)}${bytes}`;
}
