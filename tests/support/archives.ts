import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";
import { zipStream } from "#server/features/my-data/zip-stream.ts";
import { downloadMyData, importPet } from "#shared/api/my-data.ts";
import type { BodyOf } from "#shared/route.ts";
import type { Visitor } from "./visitor.ts";

/** For tests: a ZIP of these files. */
export async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  async function* parts() {
    for (const [name, content] of Object.entries(files))
      yield { name, content: [Buffer.from(content)], modified: new Date(0), compress: true };
  }
  return buffer(zipStream(parts()));
}

/** For tests: what a ZIP holds, by path. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** For tests: everything of this visitor's account, as it is downloaded. */
export async function downloadAll(visitor: Visitor, audio: "true" | "false" = "false"): Promise<Buffer> {
  const response = await visitor.fetch(`${downloadMyData.path}?audio=${audio}`);
  if (response.status !== 200) throw new Error(`The download answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** For tests: imports an archive. @returns the answer with its status */
export const bringIn = (visitor: Visitor, bytes: Uint8Array, body: BodyOf<typeof importPet> = {}) =>
  visitor.attempt(importPet, { file: new Blob([new Uint8Array(bytes)]), filename: "my-data.zip", body });

/** For tests: the archive of a visitor who has talked with their pet of this name, to be changed. */
export async function archiveOf(visitor: Visitor, petName: string) {
  const files = Object.fromEntries(await unzip(await downloadAll(visitor)));
  const read = (path: string) => JSON.parse(String(files[path]));
  const isPet = (path: string) => path.endsWith("/pet.json") && read(path).name === petName;
  const petPath = Object.keys(files).find(isPet) ?? "";
  const pet = read(petPath);
  const [chatPath = ""]: string[] = pet.chats;
  const kept = read(chatPath);
  const [question, reply] = kept.messages;
  return {
    folder: petPath.slice(0, -"/pet.json".length),
    chatPath,
    manifest: read("archive.json"),
    /** A chat of so many questions, each with its reply. */
    chatOf(questions: number): string {
      const messages = Array.from({ length: questions }, () => {
        const id = randomUUID();
        return [
          { ...question, id },
          { ...reply, id: randomUUID(), replyTo: id },
        ];
      });
      return JSON.stringify({ ...kept, messages: messages.flat() });
    },
    /** The ZIP with other fields of the pet, and further files. */
    with: (fields: object, more: Record<string, string | Uint8Array>) =>
      zipOf({ ...files, ...more, [petPath]: JSON.stringify({ ...pet, ...fields }) }),
  };
}

/** For tests: the same ZIP, but of these entries each has the bytes of the first. */
export function sharingBytes(zip: Buffer, names: readonly string[]): Buffer {
  const changed = Buffer.from(zip);
  const places = names.map((name) => centralHeader(changed, name));
  const [first = 0] = places;
  for (const at of places) {
    // Checksum and sizes, then where the entry lies.
    changed.copy(changed, at + 16, first + 16, first + 28);
    changed.copy(changed, at + 42, first + 42, first + 46);
  }
  return changed;
}

/** Where the entry of this name stands in the list at the end of a ZIP. */
function centralHeader(zip: Buffer, name: string): number {
  const at = zip.lastIndexOf(name) - 46;
  if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`The ZIP has no entry ${name}.`);
  return at;
}
