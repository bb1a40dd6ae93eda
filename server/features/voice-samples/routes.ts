import type { FileStore } from "#server/platform/files/files.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { media } from "#server/platform/http/media.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import * as contract from "#shared/api/voice.ts";
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
