import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { media } from "#server/platform/http/media.ts";
import { getVideo } from "#shared/api/video.ts";
import { openVideo } from "./service.ts";

export function videoRoutes(context: RouteContext): void {
  media(context, getVideo, { access: signedIn, run: ({ params }) => openVideo(params.filename) });
}
