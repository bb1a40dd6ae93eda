import * as contract from "../../../shared/api/voice.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { media } from "../../http/media.ts";
import type { FileStore } from "../../providers/files/files.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import type { UsageMeter } from "../usage/service.ts";
import { createVoiceSampler, openSample } from "./service.ts";

interface VoiceDeps {
  files: FileStore;
  speech: SpeechSynthesizer;
  usage: UsageMeter;
}

export function voiceRoutes(context: RouteContext, { files, speech, usage }: VoiceDeps): void {
  const sampler = createVoiceSampler({ files, speech, usage, log: context.log });

  handle(context, contract.testVoice, {
    access: signedIn,
    limit: "speech",
    run: async ({ body, scope: { user } }) => ({
      audioUrl: `/api/voice-samples/${await sampler.sample(body, user.id)}`,
    }),
  });

  media(context, contract.getVoiceSample, {
    access: signedIn,
    run: ({ params }) => openSample(files, params.file),
  });
}
