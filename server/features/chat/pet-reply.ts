import type { SpentTokens } from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { answerCare } from "#server/understanding/care/care.ts";
import { areAboutDanger, type Help, helpAfterAsking, helpFor, helpOf } from "#server/understanding/danger/emergency.ts";
import { likeQuestion, retrieve } from "../knowledge/knowledge.ts";
import { ModelReply, type ModelReplyDeps } from "./model-reply.ts";
import { QuotedReply } from "./quoted-reply.ts";
import type { ChatQuestion, ReplyEnd, ReplyEngine } from "./reply-engine.ts";
import { wholeQuestion } from "./unanswered.ts";

/** The one place that decides what a pet answers with; asked for each reply, for the model may have been set meanwhile. */
export const engineFor = (deps: ModelReplyDeps & { pauseMs?: number }): ReplyEngine =>
  deps.llm.engine === null ? new QuotedReply(deps) : new ModelReply(deps);

interface ReplyOptions {
  engine: ReplyEngine;
  /** Keeps what is said, also where the engine fails. */
  text: ReplyText;
  /** What the question means, by the pet's embedding model; null where there is none. */
  vector: Promise<Float32Array | null>;
  onSpent(tokens: SpentTokens): void;
}

export type PetEvent = { type: "help"; text: string } | { type: "content"; content: string } | ReplyEnd;

/** A pet's reply: safety first, then what is known, then the engine's words, and once the end. @throws LanguageModelError */
export async function* petReply(
  deps: { db: Db; log: Log },
  question: ChatQuestion,
  { engine, text, vector, onSpent }: ReplyOptions,
): AsyncGenerator<PetEvent> {
  const { agent, content, turns, clock } = question;
  const picked = engine.pickedChoice(question);
  const offered = turns.at(-1)?.choices ?? [];
  const help =
    helpAfterAsking(picked?.question ?? content, offered, agent.language) ?? helpFor(content, agent.language);
  if (help?.text) yield { type: "help", text: help.text };
  if (help !== null) yield* contentOf(text.beginWithHelp(help));
  const asked = { question: picked?.question ?? content, turns, isPicked: picked !== null };
  const knowledge = await retrieve(deps, agent, { ...asked, vector: await vector });
  clock.reached("evidence");
  const { evidence, diary, whole: library } = knowledge;
  // Nothing is given any more to a pet that has died.
  const care =
    help?.text || agent.diedOn !== null
      ? null
      : answerCare({ question: content, pet: agent, turns, evidence, diary, library });
  if (care !== null) yield* contentOf(text.begin(care.text));

  const full = new AbortController();
  const signal = AbortSignal.any([question.signal, full.signal]);
  const { isAboutPet, hasSubject } = likeQuestion(agent, wholeQuestion(engine, question));
  const isForOwner = isAboutPet && hasSubject && !question.before.isTemporary;
  const findings = { help, care, knowledge, isForOwner, picked };
  let isEmergency = help !== null;
  for await (const event of engine.reply({ ...question, signal }, findings, onSpent)) {
    if (event.type === "words") {
      clock.reached("first words");
      yield* contentOf(text.add(event.text));
      if (text.isFull) full.abort();
      continue;
    }
    if (event.type === "help") {
      isEmergency = true;
      if (!text.help) yield* raise(helpOf(event.kind, content, agent.language), text);
      continue;
    }
    // Only what is not known of the pet is for its owner to answer.
    const isGap = !isEmergency && care === null && isAboutPet;
    // A "no" to whether there is danger leaves no question open.
    const isNoted = event.unanswered === "before" ? !areAboutDanger(offered) : isGap;
    yield {
      ...event,
      sources: isGap || (event.sources ?? []).length > 0 ? event.sources : null,
      unanswered: isNoted ? event.unanswered : null,
      ending: full.signal.aborted ? "cut_off" : event.ending,
    };
  }
}

/** Help that the engine asks for: before its words, or after those that were said already. */
function* raise(help: Help | null, text: ReplyText): Generator<PetEvent> {
  if (help === null || help.text === null) return;
  if (text.hasBeginning || text.own !== "") return yield* contentOf(text.addParagraph(help.text));
  yield { type: "help", text: help.text };
  yield* contentOf(text.beginWithHelp(help));
}

function* contentOf(content: string): Generator<PetEvent> {
  if (content !== "") yield { type: "content", content };
}

/** Twice the length of 1,000 tokens, for models that ignore the limit of tokens. */
const LONGEST_CHARACTERS = 8000;
/** Stands between the help, or the answer about care, and the pet's own words. */
const BETWEEN = "\n\n";

/**
 * The text of a reply while it is made: help or an answer about care comes first, then the pet's own words. What is added is
 * returned as it can be shown.
 */
export class ReplyText {
  #help: Help | null = null;
  #first = "";
  #own = "";
  /**
   * The end that is said only where more follows: white space, so that a reply neither begins nor ends with blank lines, and
   * half of a sign, whose other half comes with the next piece.
   */
  #rest = "";

  /** Where the danger is only possible, there is no help to be said, and the pet itself asks. */
  beginWithHelp(help: Help): string {
    this.#help = help;
    return help.text === null ? "" : this.begin(help.text);
  }

  /** What comes before the pet's own words. */
  begin(text: string): string {
    this.#first = text;
    return text;
  }

  /**
   * The last words of a reply whose model failed: where danger is possible, the pet asks in its own. Null where there is nothing
   * to be kept.
   */
  endWithoutModel(): string | null {
    if (this.hasBeginning) return "";
    if (this.#help === null) return null;
    return this.#own === "" ? this.add(this.#help.petSays[0] ?? "") : "";
  }

  /** What is beyond the longest reply is left out, as are signs that PostgreSQL can't store. */
  add(added: string): string {
    const words = added.replaceAll("\0", "");
    const said = this.#rest + (this.#rest.endsWith(BETWEEN) ? words.trimStart() : words);
    const text = this.#own === "" ? said.trimStart() : said;
    const shown = withoutHalf(text).trimEnd();
    this.#rest = text.slice(shown.length);
    // PostgreSQL stores no half of a sign, and the stored reply should be the one that was shown.
    const piece = withoutHalf(shown.slice(0, LONGEST_CHARACTERS - this.#own.length)).toWellFormed();
    if (piece === "") return "";
    const isFirst = this.#own === "";
    this.#own += piece;
    return this.#first !== "" && isFirst ? BETWEEN + piece : piece;
  }

  /** Between what was said and what will be. */
  addParagraph(text: string): string {
    this.#rest = BETWEEN;
    const piece = this.add(text);
    this.#rest = BETWEEN;
    return piece;
  }

  /** The help that it begins with. */
  get help(): string | null {
    return this.#help?.text ?? null;
  }

  get hasBeginning(): boolean {
    return this.#first !== "";
  }

  get isFull(): boolean {
    // Of a sign of two halves, the last that there is room for is left out.
    return this.#own.length >= LONGEST_CHARACTERS - 1;
  }

  /** The pet's own words. */
  get own(): string {
    return this.#own;
  }

  get whole(): string {
    return [this.#first, this.#own].filter((part) => part.trim() !== "").join(BETWEEN);
  }
}

/** Without the first half of a surrogate pair at its end. */
const withoutHalf = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);
