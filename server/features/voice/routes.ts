import * as contract from "../../../shared/api/voice.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { media } from "../../http/media.ts";
import { untilGone } from "../../http/until-gone.ts";
import { upload } from "../../http/upload.ts";
import type { FileStore } from "../../providers/files/files.ts";
import type { SpeechRecognizer } from "../../providers/recognition/recognition.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import type { UsageMeter } from "../usage/service.ts";
import { createRecordingReader } from "./recording/read-recording.ts";
import { createVoiceSampler, openSample } from "./service.ts";
import { transcribe } from "./transcribe.ts";

interface VoiceDeps {
  files: FileStore;
  speech: SpeechSynthesizer;
  recognizer: SpeechRecognizer;
  usage: UsageMeter;
}

export function voiceRoutes(context: RouteContext, { files, speech, recognizer, usage }: VoiceDeps): void {
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

  const transcriber = { reader: createRecordingReader(), recognizer, usage, log: context.log };
  upload(context, contract.transcribe, {
    access: signedIn,
    limit: "transcription",
    run: ({ body, file, scope: { user }, request }) =>
      transcribe(transcriber, { bytes: file.bytes, language: body.language, userId: user.id }, untilGone(request)),
  });
}
