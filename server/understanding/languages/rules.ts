import { z } from "zod";

/** What is wrong with a string, or null. Plain functions, because a start checks some ten thousand strings. */
export type Rule = (value: string) => string | null;

export const stringBy = (rule: Rule) =>
  z.string().superRefine((value, context) => {
    const wrong = rule(value);
    if (wrong !== null) context.addIssue({ code: "custom", message: wrong });
  });

export const listBy = (rule: Rule) =>
  z.array(z.string()).superRefine((values, context) => {
    const seen = new Set<string>();
    for (const [index, value] of values.entries()) {
      const wrong = seen.has(value) ? `"${value}" is there twice` : rule(value);
      if (wrong !== null) context.addIssue({ code: "custom", path: [index], message: wrong });
      seen.add(value);
    }
  });

export const line: Rule = (value) =>
  value === "" || value.trim() !== value || value.includes("\n")
    ? "must be a line of text without spaces around it"
    : null;

export const word: Rule = (value) => (/^\S+$/u.test(value) ? null : "must be one word");

/** It is also read aloud. */
export const paragraph: Rule = (value) => {
  if (/[*_#<>[\]]/.test(value)) return "must hold no markup";
  return value.length < 620 ? line(value) : "must be shorter than 620 characters";
};

export const regularExpression: Rule = (value) => {
  try {
    return new RegExp(value, "u").source === "(?:)" ? "must not be empty" : null;
  } catch (error) {
    return String(error);
  }
};

/** Its few signs can't make a slow regular expression. */
export const spokenPattern: Rule = (value) => {
  if (/[+{}[\]\\^$]|\.\*/.test(value)) return "may hold no other signs than * … ( | ) ?";
  let open = 0;
  for (const sign of value) {
    if (sign === "(") open += 1;
    if (sign === ")") open -= 1;
    if (open < 0) break;
  }
  return open === 0 ? line(value) : "must close each bracket that it opens";
};

/** A whole message: `*` after a bracket repeats it up to four times, `…` stands for a few words. */
export const wording: Rule = (value) => {
  const plain = value.replaceAll("{animal}", "a");
  return /[^\p{L}\p{M}\p{N} '()|?…*]|(?<!\))\*/u.test(plain)
    ? "may hold no other signs than ( | ) ? … {animal} and * after a bracket"
    : spokenPattern(plain.replaceAll(")*", ")"));
};

/** As `wording`; `+` after a bracket asks for at least one of what is in it. */
export const interviewWording: Rule = (value) => wording(value.replaceAll(")+", ")*"));

export const quotationMark: Rule = (value) =>
  /^\s?[\p{Pi}\p{Pf}\p{Ps}\p{Pe}]\s?$/u.test(value) ? null : "must be one quotation mark";

/** Holds each of the `filled` placeholders once, and those of the names at will. */
export const phrasing = (...filled: readonly string[]): Rule => {
  const known = new RegExp(`\\{(?:${["pet", "person", ...filled].join("|")})\\}`, "g");
  return (value) => {
    const wrong = filled.find((name) => value.split(`{${name}}`).length !== 2);
    if (wrong !== undefined) return `must hold {${wrong}} once`;
    return /[{}]/.test(value.replace(known, "")) ? "holds a placeholder that is not known here" : line(value);
  };
};

/** `*` at the beginning or the end of a word stands for any letters. */
export const carePattern: Rule = (value) =>
  /^\*?[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} '?-]|\* )*\*?$/u.test(value)
    ? line(value)
    : "may hold no other signs than * ? ' -";
