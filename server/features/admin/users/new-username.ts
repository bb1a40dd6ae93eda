import { randomInt } from "node:crypto";
import { limits } from "#shared/limits.ts";

const SUFFIX_LENGTH = 5;

/** User names for an email address, one after the other until one is free: 'robin-walker', 'robin-walker2', … */
export function* usernamesFrom(email: string): Generator<string> {
  const base = plainNameOf(email).padEnd(limits.username.min, "0123456789");
  yield base;
  for (let number = 2; number <= 20; number++) yield `${base}${number}`;
  for (;;) yield `${base}-${String(randomInt(10_000)).padStart(4, "0")}`;
}

/** What is before the @, in the characters that a user name may have. */
function plainNameOf(email: string): string {
  const local = email.split("@")[0] ?? "";
  const plain = local
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return (plain || "user").slice(0, limits.username.max - SUFFIX_LENGTH);
}
