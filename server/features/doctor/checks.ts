import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer } from "node:http";
import { quoteOf } from "#server/models/chat/server-words.ts";
import type { Env } from "#server/platform/env.ts";
import { createFileStore } from "#server/platform/files/create.ts";
import { HIDDEN_HTTPS_KEY, hiddenHttps } from "#server/platform/http/hidden-https.ts";
import { sessionSecretPath } from "#server/platform/http/session.ts";
import { createMailer } from "#server/platform/mail/mail.ts";
import { checkDataDir } from "#server/platform/startup/data-dir.ts";
import { explainFailure } from "#server/platform/startup/explain.ts";
import { listen } from "#server/platform/startup/listen.ts";
import { engineVariables } from "#shared/api/admin/settings/engine-settings.ts";
import { effectiveSettings, fixedFields, readKept } from "../admin/settings/engines/effective.ts";
import { ENGINES_KEY, hideKeys } from "../admin/settings/engines/engine-settings.ts";
import { createEngineProbes, type Probe } from "../admin/settings/engines/probes.ts";
import { TimeoutError, withTimeout } from "../admin/settings/engines/service.ts";
import { createEngines } from "../engines/engines.ts";
import { firstSignInPath } from "../seed/first-sign-in.ts";
import { checkDatabase } from "./database-check.ts";
import { engineProblem, type NameOf, nameInScreen } from "./engine-problems.ts";

export interface Finding {
  part: string;
  /** `note`: works, but somebody should know. */
  state: "ok" | "note" | "wrong";
  sentence: string;
}

type Found = string | { note: string };

const OLDEST_NODE = [20, 19] as const;
const TESTED_NODE = "20.19, 22, 24 and 26";
/** Of the disk, as in docs/deploy.md. */
const LITTLE_ROOM = 0.15;

/** Changes nothing that stays. */
export async function examine(env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (part: string, check: () => Promise<Found> | Found) => {
    findings.push(await findingOf(part, check));
  };
  await look("Node.js", checkNode);
  await look("port", () => checkPort(env));
  await look("DATA_DIR", () => checkFolder(env));
  let settings: ReadonlyMap<string, string> = new Map();
  await look("database", async () => {
    const found = await checkDatabase(env);
    settings = found.settings;
    return found.sentence;
  });
  if (settings.has(HIDDEN_HTTPS_KEY)) findings.push({ part: "proxy", state: "note", sentence: hiddenHttps });
  await look("first sign-in", () => checkFirstSignIn(env));
  const used = enginesOf(env, settings.get(ENGINES_KEY) ?? null);
  if (used.hasLostKey) findings.push(lostKey);
  return [...findings, ...(await examineEngines({ ...env, ...used.env }, used.nameOf, findings))];
}

async function examineEngines(env: Env, nameOf: NameOf, before: readonly Finding[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (part: string, check: () => Promise<Found> | Found) => {
    findings.push(await findingOf(part, check, (error) => `${engineProblem(error, env, nameOf)}${quoteOf(error)}`));
  };
  hideKeys(env);
  const engines = createEngines(env);
  const probes = createEngineProbes({ ...engines, env, files: createFileStore(env) });
  const hasFolder = before.every(({ part, state }) => part !== "DATA_DIR" || state !== "wrong");
  const isTried = hasFolder || env.S3_BUCKET !== undefined;
  await look("files", () => (isTried ? tryOut(probes.files) : { note: "Not tried: they are kept in DATA_DIR." }));
  await look("language model", () => (usesModel(env) ? tryOut(probes.model) : "The built-in diary voice."));
  await look("embeddings", () => checkEmbeddings(env, probes.embedding));
  await look("speech", () => tryOut(probes.speech));
  await look("recognition", () =>
    usesRecognizer(env) ? tryOut(probes.transcription) : "The browser's own, where it has one.",
  );
  await Promise.all([engines.speech.close(), engines.builtInSpeech.close()]);
  await look("mail", () => checkMail(env));
  return findings;
}

/** Settings count where the environment sets nothing; only this server's secret opens their keys. */
function enginesOf(env: Env, setting: string | null) {
  const path = sessionSecretPath(env.DATA_DIR);
  const secret = env.SESSION_SECRET ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
  const { env: used, keys } = effectiveSettings(env, readKept(setting), secret);
  const fixed = fixedFields(env).map((field) => engineVariables[field]);
  const nameOf: NameOf = (variable) =>
    setting === null || fixed.includes(variable) ? variable : nameInScreen(variable);
  return { env: used, hasLostKey: Object.values(keys).includes("lost"), nameOf };
}

const lostKey: Finding = {
  part: "engine keys",
  state: "note",
  sentence:
    "A key that was entered in Settings > Engines does not open with this SESSION_SECRET: enter it there again.",
};

async function findingOf(
  part: string,
  check: () => Promise<Found> | Found,
  explain: (error: unknown) => string = explainFailure,
): Promise<Finding> {
  try {
    const found = await check();
    return typeof found === "string"
      ? { part, state: "ok", sentence: found }
      : { part, state: "note", sentence: found.note };
  } catch (error) {
    return { part, state: "wrong", sentence: explain(error) };
  }
}

function checkNode(): Found {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  if (isOld)
    throw new Error(
      `Node.js ${process.versions.node}: install ${OLDEST_NODE.join(".")} or newer; ${TESTED_NODE} are tested.`,
    );
  return `Node.js ${process.versions.node}; ${TESTED_NODE} are tested.`;
}

async function checkPort(env: Env): Promise<Found> {
  if (await answersHealth(env)) return { note: `A server answers at port ${env.PORT}; it should be this product.` };
  const server = createServer();
  await listen(server, env);
  await new Promise((resolve) => server.close(resolve));
  return `Port ${env.PORT} of ${env.HOST} is free.`;
}

async function answersHealth({ HOST, PORT }: Env): Promise<boolean> {
  if (PORT === 0) return false;
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
  try {
    const answer = await fetch(`http://${host}:${PORT}/healthz`, { signal: AbortSignal.timeout(2000) });
    return (await answer.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

async function checkFolder({ DATA_DIR }: Env): Promise<Found> {
  checkDataDir(DATA_DIR);
  const { bavail, blocks, bsize } = await statfs(DATA_DIR);
  const room = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  return blocks > 0 && bavail / blocks < LITTLE_ROOM
    ? { note: `${DATA_DIR} can be written, but its disk is almost full (${room}): make room.` }
    : `${DATA_DIR} can be written, ${room}.`;
}

function checkFirstSignIn({ DATA_DIR }: Env): Found {
  const path = firstSignInPath(DATA_DIR);
  if (!existsSync(path)) return "Nothing waits for it here. A lost password: npm run admin:reset-password.";
  return { note: `Nobody has signed in yet; what to sign in with is in ${path}` };
}

const usesModel = (env: Env) => env.OPENAI_API_KEY !== undefined || env.OPENAI_BASE_URL !== undefined;
const usesRecognizer = (env: Env) =>
  usesModel(env) || env.AZURE_SPEECH_KEY !== undefined || env.AZURE_SPEECH_HOST !== undefined;

async function checkEmbeddings(env: Env, probe: Probe): Promise<Found> {
  if (env.OPENAI_EMBEDDING_MODEL === undefined) return "None: what a pet knows is found by its words.";
  if (!usesModel(env)) return { note: "An embedding model is set, but no model server that has it." };
  return tryOut(probe);
}

async function checkMail(env: Env): Promise<Found> {
  const mailer = createMailer(env);
  if (mailer === null) return "None: a forgotten password is replaced by an administrator (SMTP_URL, PUBLIC_URL).";
  await mailer.check();
  return `The mail server ${new URL(env.SMTP_URL ?? "").host} takes mail; links lead to ${env.PUBLIC_URL}.`;
}

async function tryOut({ run, timeoutMs, ifLate = "Check its address." }: Probe): Promise<string> {
  try {
    return await withTimeout(timeoutMs, run);
  } catch (error) {
    throw error instanceof TimeoutError ? new Error(`${error.sentence} ${ifLate}`) : error;
  }
}
