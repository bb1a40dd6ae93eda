import { crc32 } from "node:zlib";
import { type CardInput, characterCardV2, characterCardV3 } from "./character-card.ts";

/** For a pet without a picture. */
const PAW_PRINT = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 48 48">
<rect width="48" height="48" fill="#fcf4e6"/>
<g fill="#a8401c" transform="translate(0 -2.25)"><ellipse cx="20.2" cy="19.6" rx="2.7" ry="3.6"/><ellipse cx="27.8" cy="19.6" rx="2.7" ry="3.6"/>
<ellipse cx="14.2" cy="25" rx="2.5" ry="3.3"/><ellipse cx="33.8" cy="25" rx="2.5" ry="3.3"/><ellipse cx="24" cy="31" rx="7.5" ry="5.5"/></g></svg>`;

/** A PNG's signature and first chunk; the text comes next, where readers find it without the pixels. */
const HEAD_BYTES = 33;

/**
 * The pet's picture as a PNG that carries its character card for readers of both versions: `chara` for version 2, `ccv3` for
 * version 3, each as JSON in Base64.
 */
export async function cardPicture(input: CardInput, picture: Uint8Array | null): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const png = await sharp(picture ?? Buffer.from(PAW_PRINT))
    .png()
    .toBuffer();
  return Buffer.concat([
    png.subarray(0, HEAD_BYTES),
    textChunk("chara", characterCardV2(input)),
    textChunk("ccv3", characterCardV3(input)),
    png.subarray(HEAD_BYTES),
  ]);
}

function textChunk(keyword: string, card: object): Buffer {
  const content = Buffer.from(`tEXt${keyword}\0${Buffer.from(JSON.stringify(card)).toString("base64")}`);
  const chunk = Buffer.alloc(content.length + 8);
  // The length is that of the text without the chunk's name.
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
