import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** So that the session secret has another key for each purpose. */
const PURPOSE = "pet-talk keys of engines, 1";

/** A key sealed for one purpose opens for no other. */
export interface SealedFor {
  name: string;
  address: string;
}

/** Whoever has the session secret can open it. */
export function seal(key: string, secret: string, sealedFor: SealedFor): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secret), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(contextOf(sealedFor));
  const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Null with another secret or purpose, or where it was changed. */
export function unseal(sealed: string, secret: string, sealedFor: SealedFor): string | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, cipherKey(secret), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(contextOf(sealedFor));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

const cipherKey = (secret: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, 32));

const contextOf = ({ name, address }: SealedFor): Buffer => Buffer.from(JSON.stringify([name, address]));
