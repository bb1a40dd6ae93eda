import { unsupportedType } from "#server/platform/http/errors.ts";
import { isPictureType, renderPictures, typeOfBytes } from "#server/platform/pictures.ts";

/** Twice the largest size at which the product shows a pet. */
const SIDE_PX = 512;

/** Throws HttpError 415, 400. */
export async function renderAvatar(bytes: Uint8Array): Promise<Buffer> {
  if (!isPictureType(await typeOfBytes(bytes))) throw unsupportedType("Please select an image file");
  const { pictures } = await renderPictures(bytes, [{ px: SIDE_PX, fit: "cover" }]);
  const [avatar] = pictures;
  if (avatar === undefined) throw new Error("A picture of one shape is one picture.");
  return avatar.bytes;
}
