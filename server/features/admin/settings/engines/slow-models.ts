import { USUAL_CONTEXT } from "#server/models/chat/context.ts";
import type { EngineTest } from "#shared/api/admin/settings/engines.ts";
import { MAX_TOKENS, MOST_TOKENS } from "./probes.ts";

/** For a machine that reads slowly: a pet's rules, the beginning of its diary, and a reply. */
export const SMALLEST_CONTEXT = 4_096;
/** Of the time that a reply may take to begin: other work slows it. */
const HASTE = 0.8;

/** The message is a sentence for the administrator. */
export class UnusableError extends Error {}

/** It works, but not as fast as people wait. */
export class SlowError extends UnusableError {
  /** With which it is fast enough; null where none is. */
  readonly smallerContext: number | null;

  constructor(sentence: string, smallerContext: number | null) {
    super(sentence);
    this.smallerContext = smallerContext;
  }
}

/** Without a graphics card a model reads slowly: what it reads in time is enough for a shorter diary. */
export function slownessOf(
  model: string,
  small: Pick<EngineTest, "works" | "milliseconds">,
  longest: number,
): SlowError {
  const read = SMALLEST_CONTEXT - MAX_TOKENS;
  const count = (tokens: number) => tokens.toLocaleString("en-US");
  if (!small.works)
    return new SlowError(
      `${model} is there, but this machine is too slow for it: it did not read ${count(read)} tokens within ${longest} seconds. Choose a smaller model.`,
      null,
    );
  const seconds = small.milliseconds / 1000;
  const inTime = (context: number) => ((context - MAX_TOKENS) / read) * seconds <= longest * HASTE;
  const context = inTime(USUAL_CONTEXT) ? USUAL_CONTEXT : SMALLEST_CONTEXT;
  return new SlowError(
    `${model} works, but this machine is slow with it: it read ${count(read)} tokens in ${Math.max(1, Math.round(seconds))} s, and not ${count(MOST_TOKENS)} within ${longest} s, as much as a pet with a full diary and documents asks. It can be used with a context of ${count(context)} tokens: a pet then sees less of a long diary at a time.`,
    context,
  );
}
