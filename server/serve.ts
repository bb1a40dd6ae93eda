import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { createApp } from "./app.ts";
import { startBackground, startRecovery } from "./background.ts";
import { followEngineSettings } from "./features/admin/settings/engines/engine-settings.ts";
import { createEngines } from "./features/engines/engines.ts";
import { runningReplies } from "./features/replies/replies.ts";
import { announce, urlOf } from "./features/seed/announce.ts";
import { findFirstSignIn, forgetAtFirstSignIn, keepFirstSignIn } from "./features/seed/first-sign-in.ts";
import { seed } from "./features/seed/seed.ts";
import { createOffer } from "./features/try-out/service.ts";
import { createInstanceRegistry } from "./platform/db/instance-registry.ts";
import { openDatabase } from "./platform/db/open.ts";
import { type Env, secretsOf } from "./platform/env.ts";
import { createFileStore } from "./platform/files/create.ts";
import { createHttpServer } from "./platform/http/connections.ts";
import { builtPages, developmentPages, startVite } from "./platform/http/pages.ts";
import { sessionSecret } from "./platform/http/session.ts";
import { closeWebSockets } from "./platform/http/web-socket.ts";
import { createJobQueue } from "./platform/jobs/queue.ts";
import { createMailer } from "./platform/mail/mail.ts";
import { createLog, type Log } from "./platform/observe/log.ts";
import { startTelemetry } from "./platform/observe/telemetry.ts";
import { checkDataDir, needsDataDir } from "./platform/startup/data-dir.ts";
import { freeMemoryOfStart } from "./platform/startup/free-memory.ts";
import { answerWhileStarting, listen } from "./platform/startup/listen.ts";
import { isFirstProcess, tellFailed, tellReady } from "./platform/startup/workers.ts";

/** Requests that still run after this time are ended with their connection; sooner where nobody knows what still works. */
const REQUESTS_MS = { stopped: 15_000, failed: 3_000 };
/** Running jobs get this long to finish. */
const JOBS_STOP_MS = 4_000;
/**
 * Closing the database waits at most this long: a document that is still being read holds a connection, or the database
 * does not answer.
 */
const DATABASE_STOP_MS = 4_000;
/** The process exits after this time in any case. Process managers commonly kill after 30 seconds. */
const SHUTDOWN_MS = { stopped: 25_000, failed: 8_000 };
/** How often connections that have become idle are closed. */
const IDLE_CHECK_MS = 100;

/** Takes the port, connects, migrates, seeds, and answers until it is told to stop. */
export async function serve(env: Env, { development }: { development: boolean }): Promise<void> {
  const isApiOnly = process.argv.includes("--api-only");
  const log = createLog(env.LOG_LEVEL, { secrets: secretsOf(env) });
  if (needsDataDir(env)) checkDataDir(env.DATA_DIR);
  const server = createHttpServer();
  const isFirst = isFirstProcess();
  const endStarting = isFirst ? answerWhileStarting(server) : () => {};
  if (isFirst) await listen(server, env);
  const makesPages = development && !isApiOnly;
  // Tables that are made, and first statements, take their time; nobody waits for one of them.
  let isReady = false;
  const [database, vite] = await Promise.all([
    openDatabase(env, log, { noted: () => isReady }),
    makesPages ? startVite(server) : null,
  ]);
  const { db, pool } = database;
  const telemetry = await startTelemetry(env, log, pool);
  const { clock } = telemetry;
  const files = createFileStore(env, clock);
  const engines = createEngines(env, { clock });
  const { llm, embedder, speech, builtInSpeech, recognizer } = engines;
  const mailer = createMailer(env);
  const instances = await createInstanceRegistry({ url: database.url, log });
  const jobs = await createJobQueue({ pool, db, log, instances, clock });
  await seed(db, env, (made) => keepFirstSignIn(env.DATA_DIR, made));
  const firstSignIn = await findFirstSignIn(db, env.DATA_DIR);

  const facts = { productName: env.PRODUCT_NAME, offeredPet: createOffer(db) };
  const makePages = () => (vite === null ? builtPages(facts) : developmentPages(facts, vite));
  const pages = isApiOnly ? {} : { pages: await makePages() };
  const secret = sessionSecret(env.SESSION_SECRET, env.DATA_DIR);
  const stores = { pool, db, instances, jobs, files };
  const used = { engines, llm, embedder, speech, builtInSpeech, recognizer, mailer, telemetry };
  const deps = { env, log, ...stores, ...used, sessionSecret: secret };
  await followEngineSettings(deps);
  const { app, webSockets } = createApp(deps, { ...pages, development });
  await startBackground(deps);
  const stopRecovery = await startRecovery(deps);
  const stopLooking = firstSignIn && forgetAtFirstSignIn(db, log, env.DATA_DIR, firstSignIn.username);
  stopGracefully({ server, webSockets, log, stopLooking }, async () => {
    stopRecovery();
    // Reading a document may take longer; the next start continues with it.
    await Promise.race([jobs.stop(), sleep(JOBS_STOP_MS)]);
    await Promise.all([speech.close(), builtInSpeech.close()]);
    await instances.close();
    await Promise.all([Promise.race([database.close(), sleep(DATABASE_STOP_MS)]), telemetry.close()]);
  });
  endStarting();
  server.on("request", app);
  // Until now the other workers answered.
  if (!isFirst) await listen(server, env);
  isReady = true;
  tellReady();
  const forPerson = development || process.stdout.isTTY === true;
  if (isFirst) announce({ env, url: urlOf(server, env), firstSignIn }, forPerson);
  void freeMemoryOfStart(runningReplies.areAny);
}

interface Served {
  server: Server;
  webSockets: ReadonlySet<WebSocket>;
  log: Log;
  /** Ends what asks the database by itself: at Ctrl+C, an embedded database may be gone before the last connection. */
  stopLooking: (() => void) | null;
}

function stopGracefully({ server, webSockets, log, stopLooking }: Served, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (why: keyof typeof REQUESTS_MS) => {
    if (stopping) return;
    stopping = true;
    const exitCode = why === "failed" ? 1 : 0;
    stopLooking?.();
    setTimeout(() => {
      log.warn("stopped before all was closed");
      process.exit(exitCode);
    }, SHUTDOWN_MS[why]);
    const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS[why]);
    // server.close() also waits for connections that are idle but kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      close().then(
        () => process.exit(exitCode),
        (error: unknown) => {
          log.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
    });
    server.closeIdleConnections();
    closeWebSockets(webSockets);
    runningReplies.endAll().catch((error: unknown) => log.error({ err: error }, "replies could not be ended"));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (!stopping) log.info({ signal }, "stopping");
      stop("stopped");
    });
  // A rejection that nobody waits for comes here too.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nobody caught: this process ends");
    if (!stopping) tellFailed();
    stop("failed");
  });
}
