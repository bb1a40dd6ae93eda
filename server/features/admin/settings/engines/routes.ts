import { callerOf } from "#server/features/audit/service.ts";
import { administrator, can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as settings from "#shared/api/admin/settings/engine-settings.ts";
import { testEngine } from "#shared/api/admin/settings/engines.ts";
import * as local from "#shared/api/admin/settings/local-models.ts";
import { type EngineSettingsDeps, readEngineSettings, saveEngineSettings } from "./engine-settings.ts";
import { createLocalModelRuns } from "./local-model-runs.ts";
import { lookForModels } from "./local-models.ts";
import { listServerVoices } from "./server-voices.ts";
import { createEngineTester, listDraftedModels, testDraftedEngine } from "./service.ts";

export type EngineRouteDeps = Parameters<typeof createEngineTester>[0] & EngineSettingsDeps;

export function engineRoutes(context: RouteContext, deps: EngineRouteDeps): void {
  const tester = createEngineTester(deps);
  const runs = createLocalModelRuns(deps);

  handle(context, testEngine, {
    access: can("manage_settings", "manage_users"),
    limit: "engineTest",
    run: ({ params, scope: { user }, request }) => tester.test(callerOf(user, request), params.engine),
  });

  handle(context, settings.getEngineSettings, {
    access: administrator,
    run: () => readEngineSettings(deps),
  });

  handle(context, settings.putEngineSettings, {
    access: administrator,
    run: ({ body, scope: { user }, request }) => saveEngineSettings(deps, callerOf(user, request), body),
  });

  handle(context, settings.testEngineDraft, {
    access: administrator,
    limit: "engineTest",
    run: ({ params, body: { voiceName, ...draft }, scope: { user }, request }) =>
      testDraftedEngine(deps, tester, { by: callerOf(user, request), engine: params.engine, draft, voiceName }),
  });

  handle(context, settings.listEngineModels, {
    access: administrator,
    limit: "engineTest",
    run: ({ body, scope: { user }, request }) => listDraftedModels(deps, callerOf(user, request), body),
  });

  handle(context, settings.listServerVoices, {
    access: administrator,
    limit: "engineTest",
    run: ({ body, scope: { user }, request }) => listServerVoices(deps, callerOf(user, request), body),
  });

  handle(context, local.lookForLocalModels, {
    access: administrator,
    limit: "engineTest",
    run: ({ body, scope: { user }, request }) => lookForModels(deps, callerOf(user, request), body.address),
  });

  handle(context, local.getLocalModelRun, {
    access: administrator,
    run: async () => ({ run: await runs.last() }),
  });

  handle(context, local.startLocalModel, {
    access: administrator,
    limit: "engineTest",
    run: async ({ body, scope: { user }, request }) => ({ run: await runs.start(callerOf(user, request), body) }),
  });

  handle(context, local.cancelLocalModel, {
    access: administrator,
    run: async ({ scope: { user }, request }) => ({ run: await runs.cancel(callerOf(user, request)) }),
  });
}
