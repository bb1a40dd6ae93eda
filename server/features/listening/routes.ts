import type { InstanceRegistry } from "#server/db/instance-registry.ts";
import type { Env } from "#server/env.ts";
import { signedIn } from "#server/http/access.ts";
import type { RouteContext } from "#server/http/gate.ts";
import { untilGone } from "#server/http/until-gone.ts";
import { upload } from "#server/http/upload.ts";
import { webSocket } from "#server/http/web-socket.ts";
import type { SpeechRecognizer } from "#server/providers/recognition/recognition.ts";
import type { SpokenTurns } from "#server/spoken-turns.ts";
import { listen } from "#shared/api/listen.ts";
import { transcribe } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import type { UsageMeter } from "../usage/service.ts";
import { createMicrophones } from "./microphones.ts";
import { createRecordingReader } from "./recording/read-recording.ts";
import { transcribe as transcribeRecording } from "./transcribe.ts";

interface ListeningDeps {
  env: Env;
  instances: InstanceRegistry;
  recognizer: SpeechRecognizer;
  usage: UsageMeter;
  turns: SpokenTurns;
}

export function listeningRoutes(context: RouteContext, deps: ListeningDeps): void {
  const { env, instances, recognizer, usage, turns } = deps;
  const { db, log, limiter } = context;
  const transcriber = { reader: createRecordingReader(), recognizer, usage, log };

  upload(context, transcribe, {
    access: signedIn,
    limit: "transcription",
    run: async ({ body, file, scope: { user }, request }) => {
      turns.ended(user.id);
      const dictation = { bytes: file.bytes, language: body.language, userId: user.id };
      const heard = await transcribeRecording(transcriber, dictation, untilGone(request));
      turns.heard(user.id);
      return heard;
    },
  });

  const microphones = createMicrophones({
    ...transcriber,
    db,
    limiter,
    instances,
    spokenTurns: turns,
    scale: env.RATE_LIMIT_SCALE,
  });
  webSocket(context, listen, {
    access: signedIn,
    limit: "listening",
    frameBytes: limits.listening.frameBytes,
    run: ({ webSocket: opened, scope: { user }, request }) =>
      microphones.open(opened, { user, ip: request.ip, sid: request.sessionID }),
  });
}
