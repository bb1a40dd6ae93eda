import type { Voice } from "#shared/voices.ts";

/** One utterance as Azure wants it; the voice is named in it, so that one connection serves all of them. */
export function ssmlOf(text: string, voice: Pick<Voice, "name" | "language">): string {
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escaped(voice.language)}">` +
    `<voice name="${escaped(voice.name)}">${escaped(text)}</voice></speak>`
  );
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, " ")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

// XML 1.0 has no place for these, not even as entities.
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
