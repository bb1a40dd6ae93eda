import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

/*
 * In place of the library, in the projects whose files sign people up by the hundred: its hashes, at the least cost. What
 * passwords cost in the product is proven in tests/trust/passwords.alone.test.ts, which has the library itself.
 */

const library: typeof Argon2 = createRequire(import.meta.url)("@node-rs/argon2");

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const hash: typeof Argon2.hash = (password, options, signal) =>
  library.hash(password, { ...LEAST, ...options }, signal);

/** At the cost that the hash names. */
export const { verify } = library;
