import type { RawData, WebSocket } from "ws";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { notSignedIn } from "#server/platform/http/errors.ts";
import type { RateLimiter } from "#server/platform/http/rate-limit.ts";
import { accountOfSession } from "#server/platform/http/session.ts";
import { closeWebSocket, guardListener } from "#server/platform/http/web-socket.ts";
import { closings, type ListenEvent, type ListenRequest, listenRequest } from "#shared/api/listen.ts";
import { limits } from "#shared/limits.ts";
import { RECORDING_RATE } from "../recognition/recognition.ts";
import type { Samples } from "./kept-sound.ts";
import { beginTurn, type TurnDeps } from "./turn.ts";
import { createTurns } from "./turns.ts";

export interface Speaker {
  user: CurrentUser;
  ip: string | undefined;
  sid: string;
}

export interface MicrophoneDeps extends TurnDeps {
  db: Db;
  limiter: RateLimiter;
  /** Throws HttpError where the account may not talk with this pet. */
  admitToPet(user: CurrentUser, agentId: string): unknown;
}

export interface Microphone {
  readonly speaker: Speaker;
  close(closing: Closing): void;
}

type Closing = (typeof closings)[keyof typeof closings];

/** A reader who leaves so much unread is gone, or does harm. */
const MOST_UNSENT_BYTES = 256 * 1024;

export function openMicrophone(deps: MicrophoneDeps, webSocket: WebSocket, speaker: Speaker): Microphone {
  const pace = createPace();
  const idle = setTimeout(() => close(closings.idle), limits.listening.idleSeconds * 1000);
  const old = setTimeout(() => close(closings.idle), limits.listening.openSeconds * 1000);
  let isOpen = true;
  const turns = createTurns((start) =>
    beginTurn(deps, {
      ...start,
      userId: speaker.user.id,
      admit: () => admit(start.agentId),
      count: () => deps.limiter.count("transcription", speaker),
      countNoise: () => deps.limiter.count("noise", speaker),
      countPause: () => deps.limiter.count("pauses", speaker),
      send,
    }),
  );

  async function admit(agentId: string): Promise<void> {
    if (await mayBegin(deps, speaker, agentId)) return;
    close(closings.sessionEnded);
    throw notSignedIn();
  }

  function send(event: ListenEvent): void {
    if (!isOpen) return;
    webSocket.send(JSON.stringify(event));
    if (webSocket.bufferedAmount > MOST_UNSENT_BYTES) webSocket.terminate();
  }

  function end(): void {
    isOpen = false;
    clearTimeout(idle);
    clearTimeout(old);
    turns.dropAll();
  }

  function close(closing: Closing): void {
    if (!isOpen) return;
    end();
    closeWebSocket(webSocket, closing);
  }

  function take(frame: RawData, isSound: boolean): void {
    if (!isOpen || !Buffer.isBuffer(frame)) return;
    idle.refresh();
    const isTooFast = !pace.admit(frame, isSound);
    const content = isTooFast || (isSound ? samplesOf(frame) : requestOf(frame));
    if (content === true) close(closings.tooFast);
    else if (content === null) close(closings.nonsense);
    else if ("type" in content) turns.handle(content);
    else turns.add(content);
  }

  webSocket.on("message", guardListener(webSocket, deps.log, take));
  // Pings cost time as every frame does.
  for (const kind of ["ping", "pong"] as const)
    webSocket.on(kind, (frame) => pace.admit(frame, true) || close(closings.tooFast));
  webSocket.once("close", end);
  deps.reader.prepare();
  send({ type: "ready", ...(deps.recognizer.inPauses && { textInPauses: true }) });
  return { speaker, close };
}

/** False where the session has ended. Throws HttpError for a limit or a pet that is not theirs. */
async function mayBegin(deps: MicrophoneDeps, { user, ip, sid }: Speaker, agentId: string): Promise<boolean> {
  const { db, limiter, usage, admitToPet } = deps;
  const account = await accountOfSession(db, sid);
  if (account?.id !== user.id) return false;
  await Promise.all([
    limiter.count("turns", { user: account, ip }),
    admitToPet(account, agentId),
    usage.require(user.id, "seconds"),
  ]);
  return true;
}

/** A copy, as a frame may begin at an odd address; null where half a sample is missing. */
function samplesOf(frame: Buffer): Samples | null {
  if (frame.length % 2 !== 0) return null;
  const samples = new Int16Array(frame.length / 2);
  new Uint8Array(samples.buffer).set(frame);
  return samples;
}

function requestOf(frame: Buffer): ListenRequest | null {
  try {
    return listenRequest.parse(JSON.parse(frame.toString("utf8")));
  } catch {
    return null;
  }
}

const BYTES_PER_SECOND = 2 * RECORDING_RATE;
const { pace, secondsAtOnce } = limits.listening;
const LEAST_BYTES = 0.02 * BYTES_PER_SECOND;
const MESSAGE_BYTES = 0.2 * BYTES_PER_SECOND;

interface Pace {
  /** False where more came than anybody can say in the time. */
  admit(frame: { length: number }, isSound: boolean): boolean;
}

export function createPace(now: () => number = () => performance.now()): Pace {
  let left = secondsAtOnce * BYTES_PER_SECOND;
  let lookedAt = now();
  return {
    admit({ length }, isSound) {
      const elapsed = now() - lookedAt;
      lookedAt += elapsed;
      left = Math.min(secondsAtOnce * BYTES_PER_SECOND, left + (elapsed / 1000) * pace * BYTES_PER_SECOND);
      left -= isSound ? Math.max(length, LEAST_BYTES) : Math.max(length, MESSAGE_BYTES);
      return left >= 0;
    },
  };
}
