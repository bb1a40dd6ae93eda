import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipPart {
  name: string;
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  modified: Date;
  /** False for files that are compressed already. */
  compress: boolean;
}

/** Each part waits for the one before, so that only one file is open and memory stays small. */
export function zipStream(parts: AsyncIterable<ZipPart>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error("The archive is no stream that can be destroyed.");
  zip.on("error", (error: Error) => output.destroy(error));
  fill(zip, parts, output).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

async function fill(zip: ZipFile, parts: AsyncIterable<ZipPart>, output: Readable): Promise<void> {
  for await (const { name, content, modified, compress } of parts) {
    const source = Readable.from(content, { objectMode: false });
    const stop = () => source.destroy();
    output.once("close", stop);
    if (output.destroyed) stop();
    else zip.addReadStream(source, name, { mtime: modified, compress });
    await finished(source);
    output.off("close", stop);
  }
}
