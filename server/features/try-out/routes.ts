import { tryOut } from "../../../shared/api/try-out.ts";
import type { RouteContext } from "../../http/gate.ts";
import { stream } from "../../http/stream.ts";
import { untilGone } from "../../http/until-gone.ts";
import { askDemoPet, type TryOutDeps } from "./service.ts";

/** The only call that lets a visitor talk with a pet: with the demo pet, whatever the request says. */
export function tryOutRoutes(context: RouteContext, deps: TryOutDeps): void {
  stream(context, tryOut, {
    access: "public",
    limit: "tryOut",
    run: ({ body, request }) => askDemoPet(deps, body, untilGone(request)),
  });
}
