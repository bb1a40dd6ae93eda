import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** Some 86 bits; look-alikes (0O, 1lI) are left out, for people type these by hand. */
const LENGTH = 14;
const alphabets = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "!#$%*+-=?@"];

/** Argon2id with the library's defaults, the minimum that OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFC"));

/** As slow for an unknown user (`stored` null) as for a wrong password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  unknownUser ??= hashPassword(temporaryPassword());
  const matches = await verify(stored ?? (await unknownUser), password.normalize("NFC"));
  return matches && stored !== null;
}

let unknownUser: Promise<string> | undefined;

export function temporaryPassword(): string {
  const everything = alphabets.join("");
  const characters = [
    ...alphabets.map(pick),
    ...Array.from({ length: LENGTH - alphabets.length }, () => pick(everything)),
  ];
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? "", characters[last] ?? ""];
  }
  return characters.join("");
}

const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
