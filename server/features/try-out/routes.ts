import { getDemoPicture, tryOut } from "../../../shared/api/try-out.ts";
import type { RouteContext } from "../../http/gate.ts";
import { media } from "../../http/media.ts";
import { stream } from "../../http/stream.ts";
import { untilGone } from "../../http/until-gone.ts";
import type { FileStore } from "../../providers/files/files.ts";
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
