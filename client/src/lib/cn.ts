/**
 * Joins class names. Nothing is merged, as that costs a page its first tenths of a second: what a caller may set otherwise has the
 * variant `base:` in a component (styles.css), and tests refuse two classes that set the same.
 */
export const cn = (...classes: readonly (string | false | null | undefined)[]): string =>
  classes.filter(Boolean).join(" ");
