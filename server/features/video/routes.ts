import { getVideo } from "../../../shared/api/video.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { media } from "../../http/media.ts";
import { openVideo } from "./service.ts";

export function videoRoutes(doorway: Doorway): void {
  media(doorway, getVideo, { access: signedIn, run: ({ params }) => openVideo(params.filename) });
}
