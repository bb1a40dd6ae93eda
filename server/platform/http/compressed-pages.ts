import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

const codecs = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof codecs;
type Compress = (html: string) => Promise<Buffer>;

/** Pages as they were sent: they differ by the theme, and by the pet that can be tried. */
const PAGES_KEPT = 30;

/** @returns what compresses a page, once for all who ask for it; one that could not be compressed is tried again. */
export function compressedPages(compress: Record<Encoding, Compress> = codecs) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: PAGES_KEPT });
  return (encoding: Encoding, html: string): Promise<Buffer> => {
    const key = `${encoding} ${html}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const bytes = compress[encoding](html);
    kept.set(key, bytes);
    bytes.catch(() => kept.delete(key));
    return bytes;
  };
}
