/** How much of a reply stands in a source, by the words that tell of it. */
export interface Overlap {
  /** Their weight in the part of the source that holds most of them. */
  share: number;
  /** From 0 to 1: the part of the reply that this is. */
  coverage: number;
  /** The weight of the longest run of words that follow each other in both. */
  run: number;
  /** Of the longest number that stands in both. */
  digits: number;
}

const noOverlap: Overlap = { share: 0, coverage: 0, run: 0, digits: 0 };

/**
 * Whether the words of a reply that names no source are clearly taken from this one. Small talk shares a word or two with every
 * long diary, here and there: it takes a run of words, a number, or most of the reply; less where the source is likely.
 */
export function isClear({ share, coverage, run, digits }: Overlap, isLikely: boolean): boolean {
  if (run >= CLEAR.run || digits >= CLEAR.digits || (share >= 2 && coverage >= CLEAR.coverage)) return true;
  if (!isLikely) return false;
  return run >= LIKELY.run || digits >= LIKELY.digits || coverage >= (share >= 2 ? LIKELY.coverage : LIKELY.ofOneWord);
}

const CLEAR = { run: 3, digits: 3, coverage: 0.5 } as const;
const LIKELY = { run: 2, digits: 2, coverage: 0.33, ofOneWord: 0.6 } as const;

/** What is near in a source was said together: some three sentences. */
const WINDOW = 40;

/** In a script without spaces: of signs that follow each other in both, one of them no mere syllable. */
const WORDING = 9;

export interface ReadText {
  text: string;
  /** In their order. */
  terms: readonly string[];
}

export function overlapOf(reply: ReadText, source: ReadText, weigh: (term: string) => number): Overlap {
  const replied = reply.terms.filter((term) => weigh(term) > 0);
  const distinct = new Set(replied);
  const sum = (terms: Iterable<string>) => [...terms].reduce((total, term) => total + weigh(term), 0);
  const held = source.terms.map((term) => (distinct.has(term) ? term : null));
  const isShared = hasSharedWording(reply.text, source.text);
  const digits = sharedDigits(reply.text, source.text);
  if (!held.some((term) => term !== null) && !isShared && digits === 0) return noOverlap;
  let share = 0;
  for (const [at, term] of held.entries())
    if (term !== null) share = Math.max(share, sum(new Set(held.slice(at, at + WINDOW).flatMap((each) => each ?? []))));
  const own = source.terms.filter((term) => weigh(term) > 0);
  const run = isShared ? CLEAR.run : longestRun(replied, own, weigh);
  return { share, coverage: share / Math.max(1, sum(distinct)), run, digits };
}

function longestRun(one: readonly string[], other: readonly string[], weigh: (term: string) => number): number {
  const places = new Map<string, number[]>();
  for (const [at, term] of other.entries()) places.set(term, [...(places.get(term) ?? []), at]);
  let longest = 0;
  let before = new Map<number, number>();
  for (const term of one) {
    const now = new Map((places.get(term) ?? []).map((at) => [at, (before.get(at - 1) ?? 0) + weigh(term)]));
    longest = Math.max(longest, ...now.values());
    before = now;
  }
  return longest;
}

function sharedDigits(reply: string, source: string): number {
  const numbers = numbersIn(reply);
  if (numbers.size === 0) return 0;
  const shared = [...numbersIn(source)].filter((number) => numbers.has(number));
  return Math.max(0, ...shared.map((number) => number.replaceAll(/[^\p{Nd}]/gu, "").length));
}

/** Groups of digits belong together: '985 112 004'. The day of today is told with every question, so a year alone tells nothing. */
const numbersIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.normalize("NFKC").match(/\p{Nd}+(?:[.,:\- ]\p{Nd}+)*/gu) ?? []).filter(
      (number) => !/^(?:19|20)\d\d$/.test(number),
    ),
  );

const unspaced = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const telling = /[\p{Script=Han}\p{Script=Katakana}]/u;

function hasSharedWording(reply: string, source: string): boolean {
  if (!unspaced.test(reply) || !unspaced.test(source)) return false;
  const runs = new Set(runsOf(reply));
  return runsOf(source).some((run) => runs.has(run));
}

function runsOf(text: string): string[] {
  const runs: string[] = [];
  for (const phrase of text.normalize("NFKC").match(/[\p{L}\p{N}ー]+/gu) ?? [])
    for (let at = 0; at + WORDING <= phrase.length; at += 1) {
      const run = phrase.slice(at, at + WORDING);
      if (telling.test(run)) runs.push(run);
    }
  return runs;
}
