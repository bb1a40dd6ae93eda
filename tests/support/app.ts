import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp, type Deps } from "#server/app.ts";
import { jobHandlers } from "#server/background.ts";
import { followEngineSettings } from "#server/features/admin/settings/engines/engine-settings.ts";
import { createEngines } from "#server/features/engines/engines.ts";
import { subscribeToReplies } from "#server/features/replies/replies.ts";
import { seed } from "#server/features/seed/seed.ts";
import { connect } from "#server/platform/db/client.ts";
import { createInstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { readEnv, secretsOf } from "#server/platform/env.ts";
import { createFileStore } from "#server/platform/files/create.ts";
import { createHttpServer } from "#server/platform/http/connections.ts";
import type { RegisteredRoute } from "#server/platform/http/gate.ts";
import { closeWebSockets } from "#server/platform/http/web-socket.ts";
import { createJobQueue } from "#server/platform/jobs/queue.ts";
import { createMailer } from "#server/platform/mail/mail.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { startTelemetry } from "#server/platform/observe/telemetry.ts";
import { login } from "#shared/api/auth.ts";
import type { PermissionName } from "#shared/permissions.ts";
import { insertAccount, rehashAdministrator } from "./accounts.ts";
import { watchAnswers } from "./answers.ts";
import { createTestDatabase, type TestDatabase, type TestDatabaseContent } from "./database.ts";
import { ADMIN, PASSWORD, PROMO_CODE } from "./first-start.ts";
import { watchFiles } from "./stored-files.ts";
import { signUp, type Visitor, visit } from "./visitor.ts";

export interface TestApp {
  url: string;
  deps: Deps;
  registered: readonly RegisteredRoute[];
  /** Someone who is not signed in. */
  visitor(): Visitor;
  admin(): Promise<Visitor>;
  /** A new owner, signed up by promo code, with a password of their own. */
  owner(username?: string): Promise<Visitor>;
  /** An account with just these permissions, signed in. */
  holderOf(...permissions: PermissionName[]): Promise<Visitor>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Starts on empty tables, so that this start is the product's first. */
  isFirstStart?: boolean;
  /** Variables beside those that every test app has. */
  env?: Record<string, string>;
  /** Engines in place of those that the configuration gives. */
  engines?: Partial<Pick<Deps, "llm" | "speech" | "recognizer" | "files">>;
  /** Gets each line of the server's log. */
  logTo?: { write(line: string): void };
}

/** The real application on a database and a data folder of its own, listening on 127.0.0.1. Stop it in `afterAll`. */
export async function startTestApp({
  isFirstStart = false,
  env: variables = {},
  engines: played = {},
  logTo,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await databaseAt(variables.DATABASE_URL, isFirstStart ? "migrated" : "seeded");
  const dataDir = await mkdtemp(join(tmpdir(), "pet-talk-app-"));
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ADMIN_PASSWORD: ADMIN.password,
    PROMO_CODE,
    RATE_LIMIT_SCALE: "1000",
    ...variables,
  });
  const log = createLog(env.LOG_LEVEL, { secrets: secretsOf(env), ...(logTo === undefined ? {} : { to: logTo }) });
  const connection = connect(database.url, {
    max: 10,
    log: (message) => log.info(message),
    slowQueries: { over: env.SLOW_QUERY_MS, note: (slow) => log.warn(slow, "slow query") },
  });
  const instances = await createInstanceRegistry({ url: database.url, log });
  const telemetry = await startTelemetry(env, log, connection.pool);
  const { clock } = telemetry;
  const jobs = await createJobQueue({ ...connection, log, instances, clock });
  if (isFirstStart) await seed(connection.db, env);
  else if (variables.DATABASE_URL === undefined) await rehashAdministrator(connection.db);
  const engines = createEngines(env, { clock });
  const deps: Deps = {
    env,
    log,
    db: connection.db,
    pool: connection.pool,
    instances,
    jobs,
    files: createFileStore(env, clock),
    engines,
    llm: engines.llm,
    embedder: engines.embedder,
    speech: engines.speech,
    builtInSpeech: played.speech?.engine.kind === "embedded" ? played.speech : engines.builtInSpeech,
    recognizer: engines.recognizer,
    mailer: createMailer(env),
    telemetry,
    sessionSecret: env.SESSION_SECRET ?? randomBytes(32).toString("hex"),
    ...played,
  };
  const allStored = watchFiles(deps.files);
  await followEngineSettings(deps);
  const { app, registered, webSockets } = createApp(deps);
  await jobs.start(jobHandlers(deps));
  await subscribeToReplies(deps);
  const answers = watchAnswers(registered);
  const server = createHttpServer().on("request", answers.watch).on("request", app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The test app has no port.");
  const url = `http://127.0.0.1:${address.port}`;

  const signIn = async (username: string) => {
    const visitor = visit(url);
    await visitor.call(login, { body: { username, password: PASSWORD } });
    return visitor;
  };
  return {
    url,
    deps,
    registered,
    visitor: () => visit(url),
    admin: () => signIn(ADMIN.username),
    owner: (username = newName("owner")) => signUp(url, PROMO_CODE, username),
    async holderOf(...permissions) {
      const username = newName("holder");
      await insertAccount(connection.db, username, PASSWORD, permissions);
      return signIn(username);
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeWebSockets(webSockets);
      server.closeAllConnections();
      await closed;
      await jobs.stop();
      await Promise.all([deps.speech.close(), deps.builtInSpeech.close()]);
      await deps.instances.close();
      await telemetry.close();
      await connection.close();
      await database.drop();
      await allStored();
      await rm(dataDir, { recursive: true, force: true });
      answers.check();
    },
  };
}

/** The database at the given URL, which its maker has to drop; without a URL, a new one. */
async function databaseAt(given: string | undefined, content: TestDatabaseContent): Promise<TestDatabase> {
  return given === undefined ? createTestDatabase(content) : { url: given, drop: async () => undefined };
}

const newName = (kind: string) => `${kind}-${randomBytes(4).toString("hex")}`;
