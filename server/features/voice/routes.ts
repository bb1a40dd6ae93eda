import * as contract from "../../../shared/api/voice.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { media } from "../../http/media.ts";
import type { FileStore } from "../../providers/files/files.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import type { UsageMeter } from "../usage/service.ts";
import { createVoiceSampler, openSample } from "./service.ts";

export function voiceRoutes(
  doorway: Doorway,
  { files, speech, usage }: { files: FileStore; speech: SpeechSynthesizer; usage: UsageMeter },
): void {
  const sampler = createVoiceSampler({ files, speech, usage, log: doorway.log });

  handle(doorway, contract.testVoice, {
    access: signedIn,
    limit: "speech",
    run: async ({ body, scope: { user } }) => ({
      audioUrl: `/api/voice-samples/${await sampler.sample(body, user.id)}`,
    }),
  });

  media(doorway, contract.getVoiceSample, {
    access: signedIn,
    run: ({ params }) => openSample(files, params.file),
  });
}
