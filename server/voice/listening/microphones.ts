import type { WebSocket } from "ws";
import type { InstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { microphonesAtOnce } from "#server/platform/http/rate-limits.ts";
import { accountOfSession, type EndedSessions, onSessionsEnded } from "#server/platform/http/session.ts";
import { closeWebSocket } from "#server/platform/http/web-socket.ts";
import { closings } from "#shared/api/listen.ts";
import { type Microphone, type MicrophoneDeps, openMicrophone, type Speaker } from "./microphone.ts";

interface Microphones {
  open(webSocket: WebSocket, speaker: Speaker): void;
}

interface MicrophonesDeps extends MicrophoneDeps {
  instances: InstanceRegistry;
  scale: number;
}

export function createMicrophones({ instances, scale, ...deps }: MicrophonesDeps): Microphones {
  const { db, log, recognizer } = deps;
  const open = new Set<Microphone>();

  const isFull = (userId: string): boolean => {
    const own = [...open].filter(({ speaker }) => speaker.user.id === userId).length;
    return own >= microphonesAtOnce.perAccount * scale || open.size >= microphonesAtOnce.perProcess * scale;
  };

  function closeEnded(ended: EndedSessions): void {
    for (const { speaker, close } of open) {
      const isEnded = "sid" in ended ? speaker.sid === ended.sid : speaker.user.id === ended.userId;
      if (isEnded) close(closings.sessionEnded);
    }
  }

  async function closeMissed(microphones: readonly Microphone[]): Promise<void> {
    for (const { speaker, close } of microphones) {
      const account = await accountOfSession(db, speaker.sid);
      if (account?.id !== speaker.user.id) close(closings.sessionEnded);
    }
  }

  const lookUp = (microphones: readonly Microphone[]) =>
    void closeMissed(microphones).catch((err: unknown) =>
      log.warn({ err }, "sessions that may have ended were not looked up"),
    );

  void onSessionsEnded(instances, {
    onEnd: closeEnded,
    onMissed: () => lookUp([...open]),
  });

  return {
    open(webSocket, speaker) {
      if (recognizer.engine === null) return closeWebSocket(webSocket, closings.noRecognizer);
      if (isFull(speaker.user.id)) return closeWebSocket(webSocket, closings.tooMany);
      const microphone = openMicrophone(deps, webSocket, speaker);
      open.add(microphone);
      webSocket.once("close", () => open.delete(microphone));
      // The session may have ended between the request and here.
      lookUp([microphone]);
    },
  };
}
