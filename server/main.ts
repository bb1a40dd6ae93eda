import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import { startBackground, startRecovery } from "./background.ts";
import { createInstanceRegistry } from "./db/instance-registry.ts";
import { openDatabase } from "./db/open.ts";
import { isDatabaseUnavailable } from "./db/unavailable.ts";
import { ConfigurationError, type Env, processEnv, readEnv, secretsOf } from "./env.ts";
import { prepareCareWords } from "./features/care/care.ts";
import { prepareUnderstanding } from "./features/dialogue/dialogue.ts";
import { prepareEmergencyWords } from "./features/emergency/recognize.ts";
import { runningReplies } from "./features/replies/replies.ts";
import { createHttpServer } from "./http/connections.ts";
import { sessionSecret } from "./http/session.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { checkLanguages, LanguageFileError } from "./languages/languages.ts";
import { createLog, type Log } from "./log.ts";
import { builtPages, developmentPages } from "./pages.ts";
import { createEmbedder } from "./providers/embeddings/create.ts";
import { createFileStore } from "./providers/files/create.ts";
import { createLanguageModel } from "./providers/llm/create.ts";
import { createRecognizer } from "./providers/recognition/create.ts";
import { createSpeech } from "./providers/speech/create.ts";
import { seed } from "./seed/seed.ts";

/** Requests that still run after this time are ended with their connection. */
const REQUESTS_MS = 15_000;
/** Running jobs get this long to finish. */
const JOBS_STOP_MS = 4_000;
/**
 * Closing the database waits at most this long: a document that is still being read holds a connection, or the database
 * does not answer.
 */
const DATABASE_STOP_MS = 4_000;
/** The process exits after this time in any case. Process managers commonly kill after 30 seconds. */
const SHUTDOWN_MS = 25_000;
/** How often connections that have become idle are closed. */
const IDLE_CHECK_MS = 100;

async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  const isApiOnly = process.argv.includes("--api-only");
  const env = readEnv(processEnv());
  const log = createLog(env.LOG_LEVEL, { secrets: secretsOf(env) });
  checkLanguages();
  const database = await openDatabase(env, log);
  const { db, pool } = database;
  const files = createFileStore(env);
  const speech = createSpeech(env);
  const recognizer = createRecognizer(env);
  const llm = createLanguageModel(env);
  const embedder = createEmbedder(env);
  const instances = await createInstanceRegistry({ url: database.url, log });
  const jobs = await createJobQueue({ pool, db, log, instances });
  const firstStart = await seed(db, env);

  const server = createHttpServer();
  const makePages = () => (development ? developmentPages(env.PRODUCT_NAME, server) : builtPages(env.PRODUCT_NAME));
  const pages = isApiOnly ? {} : { pages: await makePages() };
  const secret = sessionSecret(env.SESSION_SECRET, env.DATA_DIR);
  const deps = { env, log, pool, db, instances, jobs, files, llm, embedder, speech, recognizer, sessionSecret: secret };
  server.on("request", createApp(deps, { ...pages, development }).app);
  await startBackground(deps);
  const stopRecovery = await startRecovery(deps);
  await listen(server, env);
  announce(server, env, firstStart);
  void prepareEmergencyWords().then(prepareCareWords).then(prepareUnderstanding);

  stopGracefully(server, log, async () => {
    stopRecovery();
    // Reading a document may take longer; the next start continues with it.
    await Promise.race([jobs.stop(), sleep(JOBS_STOP_MS)]);
    await speech.close();
    await instances.close();
    await Promise.race([database.close(), sleep(DATABASE_STOP_MS)]);
  });
}

function listen(server: Server, env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, () => resolve());
  });
}

function announce(server: Server, env: Env, firstStart: Awaited<ReturnType<typeof seed>>): void {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : env.PORT;
  const url = `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${port}`;
  const lines = [`Pet ${env.PRODUCT_NAME} is ready: ${url}`];
  if (firstStart !== null)
    lines.push(
      "",
      "First start. These are shown once; keep them:",
      `  Administrator  ${firstStart.username}`,
      `  Password       ${firstStart.password ?? "as given by ADMIN_PASSWORD"}`,
      `  Promo code     ${firstStart.promoCode}   (for sign-ups)`,
      `  Sign in        ${url}/login`,
    );
  const width = Math.max(...lines.map((line) => line.length));
  const frame = (text: string) => `  ${text.padEnd(width)}  `;
  process.stdout.write(`\n${"─".repeat(width + 4)}\n${lines.map(frame).join("\n")}\n${"─".repeat(width + 4)}\n\n`);
}

function stopGracefully(server: Server, log: Log, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.warn("stopped before all was closed");
      process.exit(0);
    }, SHUTDOWN_MS);
    const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
    // server.close() also waits for connections that are idle but kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
    runningReplies.endAll().catch((error: unknown) => log.error({ err: error }, "replies could not be ended"));
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});

/** The error for the person who starts the server: a sentence, or the stack for a bug of ours. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigurationError || error instanceof LanguageFileError) return error.message;
  if ("code" in error && error.code === "EADDRINUSE") return error.message;
  // The message is empty where the host has two addresses.
  if (isDatabaseUnavailable(error))
    return `The database can't be reached: ${error.message || Reflect.get(error, "code")}`;
  return String(error.stack);
}
