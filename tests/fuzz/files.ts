import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { downloadAll, unzip, zipOf } from "../support/archives.ts";
import { encryptedPdf, pdfOf } from "../support/pdfs.ts";
import { recordingOf, sound, wavOf } from "../support/recordings.ts";
import type { Visitor } from "../support/visitor.ts";
import { spoiledValue } from "./schema-values.ts";

/** How many archives with something wrong in them there are. */
export const SPOILED_ARCHIVES = 12;

export async function picture(format: "png" | "jpeg" | "gif"): Promise<Uint8Array<ArrayBuffer>> {
  const blank = sharp({ create: { width: 60, height: 40, channels: 3, background: "#a52" } });
  return new Uint8Array(await blank.toFormat(format).toBuffer());
}

/** Files for every form: good ones, broken ones, and others under their names. */
export async function filesFor(owner: Visitor, seed: number): Promise<ReadonlyMap<string, Buffer>> {
  const pdf = await pdfOf("Rufus sleeps.", "He barks.");
  const [webm, archive] = await Promise.all([recordingOf("opus.webm"), downloadAll(owner)]);
  const files: [string, Uint8Array][] = [
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("Rufus sleeps on the sofa. ".repeat(20))],
    ["utf16", Buffer.from("\ufeffRufus \ud800 sleeps \u0000 here.", "utf16le")],
    ["pdf", pdf],
    ["brokenpdf", Buffer.concat([pdf.subarray(0, pdf.length / 2), encryptedPdf().subarray(40)])],
    ["png", await picture("png")],
    ["jpeg", await picture("jpeg")],
    ["gif", await picture("gif")],
    ["svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["webm", webm],
    ["brokenwebm", webm.slice(0, 400)],
    ["wav", wavOf(sound(1, (t) => 0.3 * Math.sin(t * 2_000)))],
    ["silence", wavOf(sound(1, () => 0))],
    ["ownarchive", archive],
    ["zip", await zipOf({ "archive.json": '{"format":"pet-archive","version":1}', "pets/01-A/pet.json": "{}" })],
    ["otherzip", await zipOf({ "hello.txt": "hello" })],
    ["brokenzip", Buffer.concat([archive.subarray(0, 200), deflateRawSync(Buffer.alloc(500)), archive.subarray(-80)])],
    ...(await spoiledArchives(archive, seed)),
  ];
  return new Map(files.map(([kind, bytes]) => [`@file-${kind}@`, Buffer.from(bytes)]));
}

/** The owner's own archive, each with one thing changed in one of its JSON files. */
async function spoiledArchives(archive: Buffer, seed: number): Promise<[string, Buffer][]> {
  const entries = Object.fromEntries(await unzip(archive));
  const names = Object.keys(entries).filter((name) => name.endsWith(".json"));
  const made: [string, Buffer][] = [];
  for (let index = 0; index < SPOILED_ARCHIVES; index += 1) {
    const name = names[(seed + index) % names.length] ?? "";
    const [spoiled] = fc.sample(spoiledValue(fc.constant(JSON.parse(String(entries[name])))), {
      seed: seed + index,
      numRuns: 1,
    });
    made.push([`spoiled${index}`, await zipOf({ ...entries, [name]: JSON.stringify(spoiled) })]);
  }
  return made;
}
