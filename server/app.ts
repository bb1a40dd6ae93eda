import { join } from "node:path";
import express, { type Express, type RequestHandler } from "express";
import type { Pool } from "pg";
import type { WebSocket } from "ws";
import { config, getConfig } from "#shared/api/config.ts";
import { hasPermission } from "#shared/permissions.ts";
import { accessTokenRoutes } from "./features/access-tokens/routes.ts";
import { tokenUser } from "./features/access-tokens/service.ts";
import { adminRoutes } from "./features/admin/routes.ts";
import { agentRoutes } from "./features/agents/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { sessionUser } from "./features/auth/passport.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { bookRoutes } from "./features/book/routes.ts";
import { chatRoutes } from "./features/chat/routes.ts";
import { contributionRoutes } from "./features/contributions/routes.ts";
import { diaryRoutes } from "./features/diary/routes.ts";
import { documentRoutes } from "./features/documents/routes.ts";
import type { Engines } from "./features/engines/engines.ts";
import { familyRoutes } from "./features/family/routes.ts";
import { helpRoutes } from "./features/help/routes.ts";
import { historyRoutes } from "./features/history/routes.ts";
import { listeningRoutes } from "./features/listening/routes.ts";
import { guestPages } from "./features/memorial/guest-pages.ts";
import { memorialRoutes } from "./features/memorial/routes.ts";
import { memoryRoutes } from "./features/memory/routes.ts";
import { myDataRoutes } from "./features/my-data/routes.ts";
import { openQuestionRoutes } from "./features/open-questions/routes.ts";
import { openingRoutes } from "./features/opening/routes.ts";
import { photoRoutes } from "./features/photos/routes.ts";
import { settingRoutes } from "./features/settings/routes.ts";
import { spokenReplyRoutes } from "./features/spoken-replies/routes.ts";
import { tryOutRoutes } from "./features/try-out/routes.ts";
import { usageRoutes } from "./features/usage/routes.ts";
import { createUsageMeter } from "./features/usage/service.ts";
import { videoRoutes } from "./features/video/routes.ts";
import { voiceRoutes } from "./features/voice-samples/routes.ts";
import type { LanguageModel } from "./models/chat/llm.ts";
import type { Embedder } from "./models/embeddings/embedder.ts";
import type { Db } from "./platform/db/client.ts";
import type { InstanceRegistry } from "./platform/db/instance-registry.ts";
import type { Env } from "./platform/env.ts";
import type { FileStore } from "./platform/files/files.ts";
import type { CurrentUser } from "./platform/http/access.ts";
import { createEntrance } from "./platform/http/entrance.ts";
import { errorHandler } from "./platform/http/error-handler.ts";
import type { RegisteredRoute, RouteContext } from "./platform/http/gate.ts";
import { handle } from "./platform/http/handle.ts";
import { health } from "./platform/http/health.ts";
import { watchHttps } from "./platform/http/hidden-https.ts";
import { openApiDocument } from "./platform/http/openapi/document.ts";
import { openApiPage } from "./platform/http/openapi/page.ts";
import { bearerOf, refuseCrossSite, securityHeaders } from "./platform/http/protection.ts";
import { createRateLimiter } from "./platform/http/rate-limit.ts";
import { createReceivedFiles } from "./platform/http/received-files.ts";
import { requestLog } from "./platform/http/request-log.ts";
import { sessions } from "./platform/http/session.ts";
import { readOnly, unknownCall } from "./platform/http/unknown-call.ts";
import type { JobQueue } from "./platform/jobs/queue.ts";
import type { Mailer } from "./platform/mail/mail.ts";
import type { Clock } from "./platform/observe/clock.ts";
import type { Log } from "./platform/observe/log.ts";
import type { Telemetry } from "./platform/observe/telemetry.ts";
import type { SpeechRecognizer } from "./voice/recognition/recognition.ts";
import type { SpeechSynthesizer } from "./voice/speech/speech.ts";

/** Everything that features need; `llm`, `speech`, `recognizer` and `files` are the interfaces to the outside world. */
export interface Deps {
  env: Env;
  log: Log;
  pool: Pool;
  db: Db;
  instances: InstanceRegistry;
  jobs: JobQueue;
  files: FileStore;
  llm: LanguageModel;
  speech: SpeechSynthesizer;
  /** Speech that costs nothing, for whoever has no administrator's word for the other. May be the same. */
  builtInSpeech: SpeechSynthesizer;
  embedder: Embedder;
  recognizer: SpeechRecognizer;
  /** Those five, to be replaced by what an administrator sets, but for the built-in speech. */
  engines: Engines;
  /** Null where none is configured: only an administrator can then replace a forgotten password. */
  mailer: Mailer | null;
  telemetry: Telemetry;
  sessionSecret: string;
}

export interface AppOptions {
  /** Serves the client; without it there is only the API. */
  pages?: RequestHandler;
  development?: boolean;
}

export interface App {
  app: Express;
  registered: readonly RegisteredRoute[];
  /** Those that are open; they outlive the end of their requests. */
  webSockets: ReadonlySet<WebSocket>;
}

export function createApp(deps: Deps, { pages, development = false }: AppOptions = {}): App {
  const { env, log, pool, db, telemetry } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("trust proxy", env.TRUST_PROXY);
  const logging = requestLog(app, log);
  app.use(logging.requestLog);
  if (telemetry.requests !== null) app.use(telemetry.requests);
  app.use(securityHeaders({ development }));
  if (telemetry.metricsPage !== null) app.use(telemetry.metricsPage);
  app.use(health(pool));

  const api = express.Router();
  const limiter = createRateLimiter({
    ...{ pool, log, scale: env.RATE_LIMIT_SCALE, secret: deps.sessionSecret },
    processes: env.WORKERS,
  });
  const receivedFiles = createReceivedFiles(join(env.DATA_DIR, "uploads"), env.RATE_LIMIT_SCALE);
  const entrance = createEntrance(log);
  const context: RouteContext = {
    router: api,
    db,
    log,
    limiter,
    entrance,
    receivedFiles,
    webSockets: new Set(),
    registered: [],
  };
  app.use("/api", privateAnswers, refuseCrossSite);
  const bySession = express
    .Router()
    .use(...sessions({ db, pool, log, secret: deps.sessionSecret }), ...sessionUser(app, db));
  const byToken = tokenUser({ db, limiter });
  const signedInUser: RequestHandler = (request, response, next) =>
    (bearerOf(request) === undefined ? bySession : byToken)(request, response, next);
  app.use("/api", signedInUser, logging.requestUser, watchHttps({ pool, log }), telemetry.clock.serverTiming);
  handle(context, getConfig, {
    access: "public",
    run: async ({ scope: { user } }) =>
      config.parse({
        ...describeEngines(deps, { withNames: maySeeSettings(user) }),
        ...(user !== undefined && { changed: deps.engines.changed }),
      }),
  });
  registerFeatures(context, { ...deps, clock: telemetry.clock });
  app.use(api, apiDescription(`Pet ${env.PRODUCT_NAME} API`, context.registered));
  app.use("/api", unknownCall(context.registered));

  app.use(guestPages({ db, limiter }));
  app.use(readOnly);
  if (pages !== undefined) app.use(pages);
  app.use(unknownCall([]));
  app.use(errorHandler(log));
  return { app, registered: context.registered, webSockets: context.webSockets };
}

function registerFeatures(context: RouteContext, deps: Deps & { clock: Clock }): void {
  authRoutes(context, deps);
  accessTokenRoutes(context, deps);
  agentRoutes(context, deps);
  familyRoutes(context, deps);
  contributionRoutes(context, deps);
  memorialRoutes(context, deps);
  bookRoutes(context, deps);
  documentRoutes(context, deps);
  photoRoutes(context, deps);
  openQuestionRoutes(context, deps);
  openingRoutes(context, deps);
  const usage = createUsageMeter(deps);
  diaryRoutes(context, { ...deps, usage });
  chatRoutes(context, { ...deps, purpose: "chat", usage });
  tryOutRoutes(context, { ...deps, purpose: "try-out" });
  spokenReplyRoutes(context, deps);
  voiceRoutes(context, { ...deps, usage });
  listeningRoutes(context, { ...deps, usage });
  videoRoutes(context);
  helpRoutes(context, { ...deps, usage });
  usageRoutes(context, deps);
  memoryRoutes(context, deps);
  historyRoutes(context, deps);
  settingRoutes(context, deps);
  adminRoutes(context, deps);
  myDataRoutes(context, deps);
  auditRoutes(context, deps);
}

const privateAnswers: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};

/** The API document, for programs and for people; made when it is first asked for. */
function apiDescription(title: string, registered: readonly RegisteredRoute[]) {
  const router = express.Router();
  let made: { json: string; page: string } | undefined;
  const description = () => {
    if (made !== undefined) return made;
    const document = openApiDocument(title, registered);
    made = { json: JSON.stringify(document), page: openApiPage(document) };
    return made;
  };
  router.get("/api/openapi.json", (_request, response) => {
    response.type("json").send(description().json);
  });
  router.get("/api/docs", (_request, response) => {
    response.type("html").send(description().page);
  });
  return router;
}

const maySeeSettings = (user: CurrentUser | undefined): boolean =>
  user !== undefined && (hasPermission(user, "manage_settings") || hasPermission(user, "manage_users"));

function describeEngines({ env, llm, speech, recognizer, files, mailer }: Deps, { withNames }: { withNames: boolean }) {
  const shown = (engine: { kind: string; name: string }, embedded: boolean) => ({
    kind: embedded ? "embedded" : "configured",
    name: withNames ? engine.name : null,
  });
  return {
    productName: env.PRODUCT_NAME,
    engines: {
      database: shown({ kind: "", name: "PostgreSQL" }, env.DATABASE_URL === undefined),
      model: shown(llm.engine ?? { kind: "", name: "Diary voice" }, llm.engine === null),
      speech: shown(speech.engine, speech.engine.kind === "embedded"),
      transcription: recognizer.engine === null ? null : shown(recognizer.engine, false),
      files: shown(files.engine, files.engine.kind === "folder"),
    },
    mailsPasswords: mailer !== null,
  };
}
