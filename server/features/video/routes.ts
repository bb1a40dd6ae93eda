import { getVideo } from "../../../shared/api/video.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { media } from "../../http/media.ts";
import { openVideo } from "./service.ts";

export function videoRoutes(context: RouteContext): void {
  media(context, getVideo, { access: signedIn, run: ({ params }) => openVideo(params.filename) });
}
