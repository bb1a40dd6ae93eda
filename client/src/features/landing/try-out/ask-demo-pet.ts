import { t } from "@lingui/core/macro";
import { type TryOutEvent, type TryOutTurn, tryOut } from "#shared/api/try-out.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { bytesOf, streamEvents } from "@/lib/event-stream.ts";
import { streamFailure } from "@/lib/stream-failure.ts";

export type ReplyEvent = Exclude<TryOutEvent, { type: "speech" }> | { type: "speech"; clip: Blob };

/** The last event is `complete` or `error`; after the signal is aborted there are no more. */
export async function* askDemoPet(
  message: string,
  turns: readonly TryOutTurn[],
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  let hasEnded = false;
  try {
    const body = { message, turns: [...turns], generateAudio: true, timeZone: deviceTimeZone() };
    for await (const event of streamEvents(tryOut, { body }, { signal })) {
      if (signal.aborted) return;
      yield event.type === "speech" ? { type: "speech", clip: clipOf(event.mp3) } : event;
      hasEnded ||= event.type === "complete" || event.type === "error";
    }
  } catch (error) {
    if (signal.aborted || hasEnded) return;
    if (!(error instanceof TypeError)) {
      yield { type: "error", error: streamFailure(error), code: "refused" };
      return;
    }
  }
  if (!signal.aborted && !hasEnded)
    yield { type: "error", error: t`Please check your connection and ask again.`, code: "lost" };
}

const clipOf = (base64: string): Blob => new Blob([bytesOf(base64)], { type: "audio/mpeg" });
