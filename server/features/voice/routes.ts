import * as contract from "../../../shared/api/voice.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { media } from "../../http/media.ts";
import type { FileStore } from "../../providers/files/files.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import { createVoiceSampler, openSample } from "./service.ts";

export function voiceRoutes(
  doorway: Doorway,
  { files, speech }: { files: FileStore; speech: SpeechSynthesizer },
): void {
  const sampler = createVoiceSampler(files, speech, doorway.log);

  handle(doorway, contract.testVoice, {
    access: signedIn,
    run: async ({ body }) => ({ audioUrl: `/api/voice-samples/${await sampler.sample(body)}` }),
  });

  media(doorway, contract.getVoiceSample, {
    access: signedIn,
    run: ({ params }) => openSample(files, params.file),
  });
}
