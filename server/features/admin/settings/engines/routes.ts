import { testEngine } from "../../../../../shared/api/admin/settings/engines.ts";
import { can } from "../../../../http/access.ts";
import type { RouteContext } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import { createEngineTester } from "./service.ts";

export type EngineTestDeps = Parameters<typeof createEngineTester>[0];

export function engineRoutes(context: RouteContext, deps: EngineTestDeps): void {
  const tester = createEngineTester(deps);

  handle(context, testEngine, {
    access: can("manage_settings", "manage_users"),
    limit: "engineTest",
    run: ({ params, scope: { user }, request }) => tester.test(callerOf(user, request), params.engine),
  });
}
