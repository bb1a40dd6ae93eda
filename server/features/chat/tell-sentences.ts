import type { ChatEvent } from "#shared/api/chat.ts";

/** By the addresses alone, or the first with its sound, which is then not fetched. */
export type ToldSentences = "by address" | "with sound";

/** Tells of each sentence as it begins to be spoken. `sound`: its bytes as they come. */
export function tellSentences(tell: (event: ChatEvent) => void, how: ToldSentences) {
  return (index: number, url: string, sound: AsyncIterable<Uint8Array>): void => {
    // Whoever hears the first has time to fetch the others.
    const inStream = how === "with sound" && index === 0;
    tell({ type: "speech", index, url, ...(inStream && { inStream }) });
    if (inStream) void tellSound(tell, sound);
  };
}

async function tellSound(tell: (event: ChatEvent) => void, sound: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const mp3 of sound) tell({ type: "sound", mp3: Buffer.from(mp3).toString("base64"), last: false });
  tell({ type: "sound", mp3: "", last: true });
}
