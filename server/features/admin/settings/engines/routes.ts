import { testEngine } from "../../../../../shared/api/admin/settings/engines.ts";
import { can } from "../../../../http/access.ts";
import type { Doorway } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import { createEngineTester } from "./service.ts";

export type EngineTestDeps = Parameters<typeof createEngineTester>[0];

export function engineRoutes(doorway: Doorway, deps: EngineTestDeps): void {
  const tester = createEngineTester(deps);

  handle(doorway, testEngine, {
    access: can("manage_settings", "manage_users"),
    limit: "engineTest",
    run: ({ params, scope: { user }, request }) => tester.test(callerOf(user, request), params.engine),
  });
}
