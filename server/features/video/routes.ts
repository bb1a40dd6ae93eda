import { signedIn } from "#server/http/access.ts";
import type { RouteContext } from "#server/http/gate.ts";
import { media } from "#server/http/media.ts";
import { getVideo } from "#shared/api/video.ts";
import { openVideo } from "./service.ts";

export function videoRoutes(context: RouteContext): void {
  media(context, getVideo, { access: signedIn, run: ({ params }) => openVideo(params.filename) });
}
