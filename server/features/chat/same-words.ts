/** Numbers with their signs and fractions; else runs of letters, marks and symbols. */
const TOKEN = /[-+]?\p{N}+(?:[.,:/]\p{N}+)*%?|[\p{L}\p{M}\p{S}]+/gu;

/**
 * Whether two texts say the same, but for case, punctuation and white space. Those around and in a number count: 1.5 is not
 * 15. What a recognizer heard so far has often neither capitals nor punctuation, and its final text has.
 */
export const saysSame = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

/** Without spaces, as some scripts have none. */
const wordsOf = (text: string): string =>
  (text.normalize("NFKC").toLowerCase().match(TOKEN) ?? [])
    .map((token) => (/\p{N}/u.test(token) ? ` ${token} ` : token))
    .join("");
