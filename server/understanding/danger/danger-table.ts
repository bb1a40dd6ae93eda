import type { DangerTable } from "../languages/danger-schema.ts";

type Phrase = DangerTable["phrases"][number];
/** The person's own danger to themselves, somebody else's to themselves, one person's to another, anybody's life, an animal's. */
type Meant = "person" | "others" | "violence" | "medical" | "animals";

const firstPersons: ReadonlySet<string> = new Set(["I", "we"]);
const GAP = "…";
/** A longer gap: anything of a sentence. */
const WIDE_GAP = "……";

/**
 * The patterns that the table of a language stands for, by who is in danger. README.md of the languages explains the table.
 * Those of a phrase, or of a frame, become one: each pattern costs a trial wherever it may begin.
 */
export function patternsOf(table: DangerTable): Record<Meant | "denials", string[]> {
  const found = {
    ...{ person: new Choices(), others: new Choices(), violence: new Choices() },
    ...{ medical: new Choices(), animals: new Choices() },
  };
  const denials = new Choices();
  for (const phrase of table.phrases)
    for (const [place, person] of table.persons.entries()) {
      const add = (to: Choices, key: string, template: string) =>
        to.add(key, patternIn(table, phrase, place, template));
      const said = found[meantBy(phrase, person)];
      if (phrase.needsFrame) for (const frame of table.frames) add(said, frame, frame);
      else for (const form of Object.keys(phrase.forms)) add(said, phrase.meaning, `{${form}}`);
      for (const denial of table.denials) add(denials, denial, denial);
    }
  found.others.remove(found.person);
  const { person, others, violence, medical, animals } = found;
  return {
    person: person.patterns(),
    others: others.patterns(),
    violence: violence.patterns(),
    medical: medical.patterns(),
    animals: animals.patterns(),
    denials: denials.patterns(),
  };
}

/** Patterns by what joins them to one. */
class Choices {
  readonly #byKey = new Map<string, Set<string>>();

  add(key: string, pattern: string | null): void {
    if (pattern === null) return;
    const patterns = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, patterns.add(pattern));
  }

  remove(others: Choices): void {
    for (const [key, patterns] of others.#byKey) for (const pattern of patterns) this.#byKey.get(key)?.delete(pattern);
  }

  patterns(): string[] {
    return [...this.#byKey.values()].filter(({ size }) => size > 0).map((patterns) => `(${[...patterns].join("|")})`);
  }
}

function meantBy({ danger }: Phrase, person: string): Meant {
  if (danger === "animal") return "animals";
  if (danger !== "self") return danger;
  return firstPersons.has(person) ? "person" : "others";
}

function patternIn(table: DangerTable, phrase: Phrase, place: number, template: string): string | null {
  const filled = fill(table, phrase, place, template, (name) => (table.open.includes(name) ? ` ${GAP} ` : null));
  if (filled === null) return null;
  return filled
    .replace(/\s*…[\s…]*/g, (gap) => (gap.includes(WIDE_GAP) ? ` ${WIDE_GAP} ` : ` ${GAP} `))
    .replace(/^[\s…]+|[\s…]+$/g, "");
}

export interface DangerSentence {
  readonly meaning: string;
  readonly text: string;
}

/** Each way to eat with one poison, and each poison with one way to eat it. */
export function sentencesOfEating(
  { eating, words }: DangerTable,
  eaten: readonly string[],
  poisons: readonly string[],
): string[] {
  const withWords = (template: string) =>
    template.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = words[name];
      return value === undefined ? whole : of(value, 0);
    });
  const spelled = (patterns: readonly string[]) => patterns.flatMap(spellings).map((text) => text.replaceAll(GAP, " "));
  const [usual = ""] = spelled(eaten);
  const [poison = ""] = spelled(poisons);
  const pairs = [...spelled(eaten).map((way) => [way, poison]), ...spelled(poisons).map((what) => [usual, what])];
  return eating
    .map(withWords)
    .flatMap((template) =>
      pairs.map(([way = "", what = ""]) =>
        template.replace("{eaten}", way).replace("{poison}", what).replace(/\s+/g, " ").trim(),
      ),
    );
}

/** What must be found, and what is denied. */
export function tableSentences(table: DangerTable): { said: DangerSentence[]; denied: DangerSentence[] } {
  return { said: sentencesIn(table, table.frames), denied: sentencesIn(table, table.denials) };
}

/**
 * Each phrase in each template for each person; in each of its spellings where a form of the phrase or the template stands
 * for the first time.
 */
function sentencesIn(table: DangerTable, templates: readonly string[]): DangerSentence[] {
  const spelled = new Set<string>();
  return table.phrases.flatMap((phrase) => {
    const texts = new Set<string>();
    for (const template of templates)
      for (const place of table.persons.keys()) {
        const filled = fill(table, phrase, place, template, () => null);
        if (filled === null) continue;
        const forms = Object.keys(phrase.forms).filter((form) => template.includes(`{${form}`));
        const news = [`${phrase.meaning} ${place} ${forms}`, `${template} ${place}`].filter((key) => !spelled.has(key));
        for (const key of news) spelled.add(key);
        const all = spellings(filled);
        const [first = "", ...others] = all.map(withoutGaps);
        for (const text of [first, ...withWordsBetween(all[0] ?? "", table.between)]) texts.add(text);
        if (news.length > 0) for (const text of others) texts.add(text);
      }
    return [...texts].map((text) => ({ meaning: phrase.meaning, text }));
  });
}

/** The text with words in each of its gaps. */
function withWordsBetween(text: string, between: string): string[] {
  const parts = text.split(GAP);
  const gaps = between === "" ? [] : parts.slice(1).map((_, gap) => gap);
  return gaps.map((filled) =>
    withoutGaps(parts.reduce((left, right, gap) => `${left}${gap - 1 === filled ? ` ${between} ` : ""}${right}`)),
  );
}

const withoutGaps = (text: string): string => text.replaceAll(GAP, "").replace(/\s+/g, " ").trim();

/**
 * The template with what its placeholders stand for; null where this phrase or this person has nothing to put in.
 * `{present.first}` is what stands before the first gap of a form, `{present.rest}` what stands behind it.
 */
function fill(
  table: DangerTable,
  phrase: Phrase,
  place: number,
  template: string,
  instead: (name: string) => string | null,
): string | null {
  let isMissing = false;
  const filled = template.replace(/\{(\w+)(?:\.(first|rest))?\}/g, (_, name: string, part: string | undefined) => {
    const form = phrase.forms[name];
    const value = instead(name) ?? of(form ?? table.words[name] ?? "", place);
    if (value === "") isMissing = true;
    const [first = "", ...rest] = value.split(GAP);
    const taken = part === "first" ? first : part === "rest" ? rest.join(GAP) : value;
    if (form === undefined) return taken;
    const inner = fill(table, { ...phrase, forms: {} }, place, taken, instead);
    if (inner === null) isMissing = true;
    return inner ?? "";
  });
  return isMissing ? null : filled;
}

const of = (value: string | readonly string[], place: number): string =>
  typeof value === "string" ? value : (value[place] ?? "");

/** A pattern as it is spelled: first with the first of all choices, then with each other choice once. */
export function spellings(pattern: string): string[] {
  let at = 0;

  function choice(): string[] {
    const found = sequence();
    while (pattern[at] === "|") {
      at += 1;
      found.push(...sequence());
    }
    return found;
  }

  function sequence(): string[] {
    const parts: string[][] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const next = part();
      if (pattern[at] === "?") {
        at += 1;
        next.push("");
      }
      parts.push(next);
    }
    const usual = parts.map(([first = ""]) => first);
    const others = parts.flatMap((spelled, place) =>
      spelled.slice(1).map((other) => usual.with(place, other).join("")),
    );
    return [usual.join(""), ...others];
  }

  function part(): string[] {
    const sign = pattern[at] ?? "";
    at += 1;
    if (sign === "*") return [""];
    if (sign !== "(") return [sign];
    const inside = choice();
    at += 1;
    return inside;
  }

  return [...new Set(choice())];
}
