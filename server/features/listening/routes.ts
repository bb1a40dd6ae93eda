import type { InstanceRegistry } from "#server/platform/db/instance-registry.ts";
import type { Env } from "#server/platform/env.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { untilGone } from "#server/platform/http/stream.ts";
import { upload } from "#server/platform/http/upload.ts";
import { webSocket } from "#server/platform/http/web-socket.ts";
import type { Clock } from "#server/platform/observe/clock.ts";
import { createMicrophones } from "#server/voice/listening/microphones.ts";
import { createRecordingReader } from "#server/voice/listening/recording/read-recording.ts";
import { transcribe as transcribeRecording } from "#server/voice/listening/transcribe.ts";
import type { SpeechRecognizer } from "#server/voice/recognition/recognition.ts";
import { listen } from "#shared/api/listen.ts";
import { transcribe } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { petUserOrDemo } from "../agents/access.ts";
import type { UsageMeter } from "../usage/service.ts";

interface ListeningDeps {
  env: Env;
  instances: InstanceRegistry;
  recognizer: SpeechRecognizer;
  usage: UsageMeter;
  clock: Clock;
}

export function listeningRoutes(context: RouteContext, deps: ListeningDeps): void {
  const { env, instances, recognizer, usage, clock } = deps;
  const { db, log, limiter } = context;
  const transcriber = { reader: createRecordingReader(), recognizer, usage, log };

  upload(context, transcribe, {
    access: signedIn,
    limit: "transcription",
    run: async ({ body, file, scope: { user }, request }) => {
      clock.turnEnded(user.id);
      const dictation = { bytes: file.bytes, language: body.language, userId: user.id };
      const heard = await transcribeRecording(transcriber, dictation, untilGone(request));
      clock.turnHeard(user.id);
      return heard;
    },
  });

  const microphones = createMicrophones({
    ...transcriber,
    admitToPet: (user, id) => petUserOrDemo.admit({ user, params: { id }, db }),
    db,
    limiter,
    instances,
    clock,
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
