import { wordlessAct } from "../turns/wordless-act.ts";
import { type AnswerKind, type AskedQuestion, answerKindOf, fitsKind, isBesidesThePoint } from "./expected-answer.ts";
import { type InterviewPhrases, type PhraseKind, phrasesFor } from "./interview-phrases.ts";

export const questionsToWill = ["why", "meaning", "who", "privacy", "else"] as const;
export type QuestionToWill = (typeof questionsToWill)[number];

export type HeardWords =
  /** `stops`: after it the person wants to stop. */
  | { kind: "answer"; answer: string; stops: boolean }
  /** It may be an answer, but does not look like one. */
  | { kind: "unsure"; answer: string }
  | { kind: "question"; about: QuestionToWill }
  | { kind: "stop" }
  | { kind: "skip"; isUnknown: boolean }
  /** Of the answer before; `answer` is null where they only say that it was wrong. */
  | { kind: "correction"; answer: string | null }
  /** `yes`: a bare yes where nothing could be answered by it. */
  | { kind: "other"; about: "yes" | "chatter" };

/** Where greetings and the like may be the answer. */
const sayings: ReadonlySet<string> = new Set(["sayings", "message"]);

/** 'None' tells nothing about these questions; 'What am I afraid of?' it answers. */
const alwaysHasAnAnswer =
  /^(?:how|where|when|why|what kind|who are)\b|\bfavou?rite\b|\blook like\b|\bhome like\b|\beat every day\b|\bthink of\b|\bwould (?:i|you)\b|\b(?:story|adventure)\b/i;
const sentenceEnd = /(?<=[.!?…。！？؟।\n])(?![.!?…。！？؟।\n])/u;
const clauseEnd = /[,;:、，،–—-]\s|[、，،]/u;
const questionMark = /[?？؟]/u;

/** What a person said to the interviewer, in the pet's language or in English, is an answer or something else. */
export function hearAnswer(said: string, locale: string, asked: AskedQuestion): HeardWords {
  const expected = answerKindOf(asked, locale);
  const ear = createEar(phrasesFor(locale), asked, expected, locale);
  const parts = said.split(sentenceEnd).filter((part) => part.trim() !== "");
  const meanings = parts.map((part) => ear.meaningOf(part));
  const [only = null] = meanings;
  if (parts.length === 1 && only !== null && only.kind !== "unsure") return only;
  const corrected = ear.correctionOf(said);
  if (corrected !== null) return corrected;
  if (meanings.every((meaning) => meaning !== null)) return strongest(meanings) ?? { kind: "other", about: "chatter" };
  const stops = meanings.at(-1)?.kind === "stop" && parts.length > 1;
  const kept = parts.filter((_, at) => !["stop", "question", "other"].includes(meanings[at]?.kind ?? ""));
  const answer = ear.answerOf((kept.length === 0 ? parts : kept).join("").trim());
  return fitsKind(answer, expected, locale) ? { kind: "answer", answer, stops } : { kind: "unsure", answer };
}

/** 'That was wrong', whatever is said after it, but for a question. */
export const isRejection = (said: string, locale: string): boolean =>
  !questionMark.test(said) && phrasesFor(locale).some((one) => one.afterRejection(`${said.trim()}.`) !== null);

/** '5 kilos' of 'No, 5 kilos', where a day or a size was asked for. */
function bareCorrection(said: string, locale: string, question: string): string {
  const { isGiven, rest } = denialIn(said, locale);
  const expected = answerKindOf({ key: null, question }, locale);
  const isMeant = isGiven && (expected === "size" || expected === "date") && /\p{N}/u.test(rest);
  return isMeant && rest.length <= LONGEST_BARE && fitsKind(rest, expected, locale) ? rest : "";
}

/** In characters. */
const LONGEST_BARE = 40;

function denialIn(said: string, locale: string): { isGiven: boolean; rest: string } {
  const [, first = "", rest = ""] = /^([^,.;:!、。，！،]{1,20})[,.;:!、。，！،]\s*(.*)$/su.exec(said.trim()) ?? [];
  return { isGiven: phrasesFor(locale).some((one) => one.is("nothing", first)), rest };
}

/** 'That's wrong, she is 5 kilos now': what the pet's answer should have been. Null where nothing is corrected, or not said how. */
export function correctedAnswer(said: string, locale: string, question: string): string | null {
  const rest =
    phrasesFor(locale).flatMap((one) => one.afterRejection(said.trim()) ?? [])[0] ??
    bareCorrection(said, locale, question);
  if (rest === "" || questionMark.test(rest.slice(-3))) return null;
  const heard = hearAnswer(rest, locale, { key: null, question });
  if (heard.kind !== "answer" && heard.kind !== "unsure") return null;
  return heard.answer.charAt(0).toLocaleUpperCase(locale) + heard.answer.slice(1);
}

/** 'Yes' or 'no' to whether Will is to write something down, or else what is said after it. */
export function consentIn(said: string, locale: string): { isGiven: boolean | null; rest: string } {
  const phrases = phrasesFor(locale);
  const [first = "", ...others] = said.split(/(?<=[,.;:!?…、。，！？،])\s*/u).filter((part) => part.trim() !== "");
  const is = (kind: PhraseKind, part: string) => phrases.some((one) => one.is(kind, part));
  const isGiven = is("yes", first);
  if (!(isGiven || is("nothing", first))) return { isGiven: null, rest: said };
  const saysNoMore = (part: string) => is("yes", part) || is("nothing", part) || isBesidesThePoint(part, locale);
  return { isGiven: others.every(saysNoMore) ? isGiven : null, rest: others.join(" ") };
}

/** Asked whether to go on: 'stop', 'no', 'later'. Anything else goes on. */
export function wantsToStop(said: string, locale: string): boolean {
  const phrases = phrasesFor(locale);
  const parts = said.split(/[,.;:!?…、。，！？]/u).filter((part) => !goesOn.test(part.trim()));
  const kinds = ["stop", "nothing", "skip"] as const;
  return parts.some((part) => kinds.some((kind) => phrases.some((one) => one.is(kind, part))));
}

/** 'Next' skips a question, but goes on with the interview. */
const goesOn =
  /^(?:next|weiter|nächste|siguiente|suivant|avanti|prossima|próxima|volgende|дальше|след|下一|次|다음|अगला|التالي|$)/iu;

const strength = ["stop", "correction", "question", "skip", "other", "unsure", "answer"] as const;

function strongest(meanings: readonly HeardWords[]): HeardWords | undefined {
  return meanings.toSorted((one, other) => strength.indexOf(one.kind) - strength.indexOf(other.kind))[0];
}

const questionKinds = ["why", "meaning", "who", "privacy"] as const satisfies PhraseKind[];

function createEar(
  phrases: readonly InterviewPhrases[],
  { key, question, isFurther = false }: AskedQuestion,
  expected: AnswerKind,
  locale: string,
) {
  const mustTell = isFurther || ["date", "size", "name"].includes(expected) || alwaysHasAnAnswer.test(question);
  const is = (kind: PhraseKind, text: string) => phrases.some((one) => one.is(kind, text));
  const mayBeSaid = key !== null && sayings.has(key);

  /** Null for what may be an answer. */
  function meaningOf(text: string): HeardWords | null {
    const one = clauseMeaning(text);
    if (one !== null) return one;
    const clauses = text.split(clauseEnd).filter((clause) => clause.trim() !== "");
    if (clauses.length < 2) return null;
    const all = clauses.map(clauseMeaning);
    return all.every((meaning) => meaning !== null && meaning.kind !== "answer")
      ? (strongest(all.filter((meaning) => meaning !== null)) ?? null)
      : null;
  }

  function clauseMeaning(text: string): HeardWords | null {
    if (is("stop", text)) return { kind: "stop" };
    if (is("unknown", text)) return { kind: "skip", isUnknown: true };
    if (is("skip", text)) return { kind: "skip", isUnknown: false };
    const about = questionKinds.find((kind) => !(mayBeSaid && kind === "who") && is(kind, text));
    if (about !== undefined) return { kind: "question", about };
    if (is("nothing", text)) return mustTell ? { kind: "skip", isUnknown: true } : plainAnswer(text);
    if (key === "sayings") return null;
    if (mayBeSaid) return questionElse(text);
    if (is("yes", text)) return expected === "whether" ? plainAnswer(text) : { kind: "other", about: "yes" };
    if (is("chatter", text) || wordlessAct(text) !== null) return { kind: "other", about: "chatter" };
    return questionElse(text) ?? (isBesidesThePoint(text, locale) ? { kind: "unsure", answer: text.trim() } : null);
  }

  const questionElse = (text: string): HeardWords | null =>
    questionMark.test(text.trim().slice(-3)) && phrases.some((one) => one.asks(text))
      ? { kind: "question", about: "else" }
      : null;

  const plainAnswer = (text: string): HeardWords => ({ kind: "answer", answer: text.trim(), stops: false });

  function correctionOf(text: string): HeardWords | null {
    for (const one of phrases) {
      const rest = one.afterCorrection(text);
      if (rest === null) continue;
      const isEmpty = rest === "" || is("chatter", rest);
      return { kind: "correction", answer: isEmpty ? null : answerOf(rest) };
    }
    return null;
  }

  /** Without what was said before the answer: 'Haha, well, the answer is'. */
  function answerOf(text: string): string {
    let answer = text;
    for (let turn = 0; turn < 4; turn += 1) {
      const [clause = "", ...others] = mayBeSaid ? [] : answer.split(/(?<=[,:、，،])\s*/u);
      const isIdle = others.length > 0 && is("chatter", clause);
      const rest = isIdle ? answer.slice(clause.length).trim() : answer;
      const shorter = phrases.reduce((left, one) => one.withoutOpening(left), rest);
      if (shorter === answer || shorter === "") break;
      answer = shorter;
    }
    return /^\p{Lu}/u.test(text) ? answer.charAt(0).toUpperCase() + answer.slice(1) : answer;
  }

  return { meaningOf, correctionOf, answerOf };
}
