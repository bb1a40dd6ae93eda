import { beginsMp3, concatenate, createFrameReader } from "./mp3.ts";
import { type OnPiece, SpeechError } from "./speech.ts";

type Sound =
  | { readonly kind: "mp3"; readonly mp3: Uint8Array }
  | { readonly kind: "wav"; readonly wav: Uint8Array<ArrayBuffer> };

interface Reading {
  readonly onPiece: OnPiece;
  readonly onBytes: () => void;
  readonly signal: AbortSignal;
}

/** Some five minutes of sound as WAV. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What a sound is can be told by so many of its first bytes. */
const HEAD = 12;

/** Hands on an MP3 while it comes, whatever its type is called. Throws SpeechError where the answer has no sound. */
export async function readSound(response: Response, { onPiece, onBytes, signal }: Reading): Promise<Sound> {
  const readFrames = createFrameReader();
  const bytes: Uint8Array[] = [];
  const frames: Uint8Array[] = [];
  let length = 0;
  let kind: Kind | undefined;
  for await (const piece of response.body ?? []) {
    signal.throwIfAborted();
    onBytes();
    length += piece.length;
    if (length > MOST_BYTES) throw new SpeechError("unavailable", "an answer without end");
    bytes.push(piece);
    if (kind === undefined && length < HEAD) continue;
    const unread = kind === undefined ? concatenate(bytes) : piece;
    kind ??= kindOf(unread);
    if (kind === "other") throw otherSound(response);
    if (kind !== "mp3") continue;
    const mp3 = readFrames(unread);
    if (mp3.length === 0) continue;
    frames.push(mp3);
    onPiece(mp3);
  }
  signal.throwIfAborted();
  if (kind === "wav") return { kind, wav: concatenate(bytes) };
  if (frames.length === 0) throw withoutSound(Buffer.from(concatenate(bytes)).toString("utf8"));
  return { kind: "mp3", mp3: concatenate(frames) };
}

type Kind = "mp3" | "wav" | "text" | "other";

function kindOf(bytes: Uint8Array): Kind {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
  if (head.startsWith("RIFF")) return "wav";
  if (beginsMp3(bytes)) return "mp3";
  return /^(?:ï»¿)?\s*[{["<\w]/.test(head) && !/^(?:OggS|fLaC)/.test(head) ? "text" : "other";
}

const otherSound = (response: Response) =>
  new SpeechError("unavailable", `sound of the type ${response.headers.get("content-type")?.slice(0, 60) ?? "none"}`, {
    remedy: "The speech server sends sound that is neither MP3 nor WAV. Look for MP3 in its settings.",
  });

/** Some servers tell an error with the status of a success. */
function withoutSound(text: string): SpeechError {
  const words = errorIn(text);
  const code = words !== undefined && /\bvoices?\b/i.test(words) ? "bad_voice" : "unavailable";
  return new SpeechError(code, "an answer without sound", words === undefined ? {} : { cause: { message: words } });
}

function errorIn(text: string): string | undefined {
  try {
    const answer: { error?: unknown; detail?: unknown; message?: unknown } = Object(JSON.parse(text));
    const told = answer.error ?? answer.detail ?? answer.message;
    const { message = told }: { message?: unknown } = Object(told);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
