import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { login } from "#shared/api/auth.ts";
import { type RunningServer, startServer, temporaryDataDir } from "../e2e/support/server.ts";
import { PASSWORD } from "../support/first-start.ts";
import { signUp, type Visitor, visit } from "../support/visitor.ts";
import { attacks, type Outcome } from "./attacks.ts";
import { laterAttacks } from "./later-attacks.ts";
import { packets } from "./packets.ts";
import { attacksOnSecond } from "./second-version.ts";
import { type WatchReport, watch } from "./watch.ts";

/**
 * The attacks that succeeded on the first and the second version, on the built product with its usual limits: each with what came of it,
 * how long it took, how much memory the server had at most and how long somebody else waited. Ends with 1 where one of them
 * succeeds. Needs `npm run build`.
 *
 *   npm run attacks [-- NUMBER…]
 */
const wanted = process.argv.slice(2);
const data = temporaryDataDir();
const server: RunningServer = await startServer(data.path, {
  ADMIN_PASSWORD: PASSWORD,
  RATE_LIMIT_SCALE: "1",
  LOG_LEVEL: "fatal",
});
process.once("exit", () => {
  void server.kill();
  data.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const admin = visit(server.url);
await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
let owners = 0;
const promoCode = server.firstSignIn?.promoCode ?? "";
const signUpOwner = (): Promise<Visitor> => signUp(server.url, promoCode, `attacked-${++owners}`);

function storedBytes(): number {
  const folder = join(data.path, "files");
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const quiet = await watch(server, () => sleep(5_000));
process.stdout.write(`at rest\n${costOf(quiet)}`);
for (const { number, name, before, prepare } of [...attacks, ...laterAttacks, ...packets, ...attacksOnSecond]) {
  if (wanted.length > 0 && !wanted.includes(String(number))) continue;
  const attack = await prepare({ url: server.url, promoCode, admin, signUpOwner, storedBytes });
  let outcome: Outcome = { succeeded: true, what: "it did not end" };
  const watched = await watch(server, async () => {
    outcome = await attack();
  });
  if (outcome.succeeded) process.exitCode = 1;
  const now = outcome.succeeded ? `IT SUCCEEDS: ${outcome.what}` : outcome.what;
  process.stdout.write(`${number} ${name}\n  before: ${before}\n  now:    ${now}\n${costOf(watched)}`);
}
await server.stop();

function costOf({ seconds, processorSeconds, peakMb, slowestMs }: WatchReport): string {
  return `  ${seconds} s, ${processorSeconds} s of a processor, ${peakMb} MB at most, others waited ${slowestMs} ms at most\n`;
}
