import type { FileStore } from "#server/platform/files/files.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { media } from "#server/platform/http/media.ts";
import { stream, untilGone } from "#server/platform/http/stream.ts";
import { getDemoPicture, tryOut } from "#shared/api/try-out.ts";
import { askDemoPet, openDemoPicture, type TryOutDeps } from "./service.ts";

/** The only calls that let a visitor meet a pet: the demo pet, whatever the request says. */
export function tryOutRoutes(context: RouteContext, deps: TryOutDeps & { files: FileStore }): void {
  stream(context, tryOut, {
    access: "public",
    limit: "tryOut",
    run: ({ body, request }) => askDemoPet(deps, body, untilGone(request)),
  });

  media(context, getDemoPicture, {
    access: "public",
    run: ({ params }) => openDemoPicture(deps, params.file),
  });
}
