import type { HardQuestion, InMemoryWords } from "../languages/in-memory-schema.ts";
import { languageFor } from "../languages/languages.ts";
import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { Act } from "../turns/turn.ts";
import { sayOneOf } from "./choose-phrase.ts";
import { joinSentences } from "./choose-sentences.ts";
import { isFeeling } from "./feelings.ts";
import { isOwnWords } from "./first-person.ts";
import { ageInWords, dateInWords, kindInWords, sayMoment, sayOfTalk } from "./own-facts.ts";
import { join, quote } from "./say-piece.ts";
import { lastTold, sentences, untoldSentences } from "./told-before.ts";
import { nameOf } from "./topic.ts";
import { type ComposedReply, replyOf, type Voice } from "./voice.ts";

type List = keyof InMemoryWords["phrases"];

/** How a pet that has died speaks: of its life as of what was, in quotations; never as if it were alive, waited or watched. */
export function composeInMemory(voice: Voice, diedOn: string): ComposedReply {
  const { scene } = voice;
  if (scene.gentle !== undefined) return replyOf(sayOneOf(scene.gentle.map(plainly), voice));
  const act = scene.meaning?.act ?? "question";
  const isTold = scene.meaning?.isTelling === true && isFeeling(act);
  const hard = isTold ? null : (scene.meaning?.hardQuestion ?? null);
  return hard === null ? answerTo(act, voice, diedOn) : answerHard(hard, voice, diedOn);
}

/** English where the pet's language has none. */
export function inMemoryPhrases(locale: string): InMemoryWords["phrases"] {
  const language = languageFor(locale) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English phrases.");
  return language.inMemory.phrases;
}

const plainly = (say: string): Phrase => ({ say, species: null });

const say = (list: List, voice: Voice, filled: Parameters<typeof sayOneOf>[2] = {}): string =>
  sayOneOf(voice.language.inMemory.phrases[list], voice, filled);

/** What somebody wrote down of it goes before words that fit any pet. */
const perhapsWrittenDown: ReadonlySet<HardQuestion> = new Set(["pain", "why", "dead", "love"] as const);

function answerHard(hard: HardQuestion, voice: Voice, diedOn: string): ComposedReply {
  const date = dateInWords(diedOn, voice.locale);
  if (hard === "age") return tellAge(voice, diedOn);
  const [first] = voice.scene.evidence;
  if (perhapsWrittenDown.has(hard) && first?.isDirect === true) return tell([first], voice);
  return replyOf(say(hard === "after" ? "where" : hard, voice, { date }));
}

/** The list from which an act is answered; the other acts are answered below. */
const lists: Partial<Record<Act, List>> = {
  ...{ greeting: "greeting", comingHome: "greeting", farewell: "goodbye", goodNight: "goodbye" },
  ...{ thanks: "thanks", compliment: "thanks", howAreYou: "now", closenessWanted: "invite", playWanted: "invite" },
  ...{ whoAreYou: "self", areYouReal: "self", loveTold: "love", loveAsked: "love" },
  ...{ griefForMe: "grief", missed: "grief", sad: "grief", lonely: "grief", guilt: "fault", unwell: "pain" },
  ...{ griefForOther: "comfort", fear: "comfort", anger: "comfort", illness: "comfort", ownIllness: "comfort" },
  ...{ rememberAge: "notTold" },
};

function answerTo(act: Act, voice: Voice, diedOn: string): ComposedReply {
  const { scene } = voice;
  switch (act) {
    case "question":
      return answer(voice);
    case "why":
    case "more":
      return tellMore(voice);
    case "birthday":
      return tellAge(voice, diedOn);
    case "whatAnimal":
      return scene.evidence[0]?.key === "kind" ? answer(voice) : tellKind(voice);
    case "day":
    case "time":
      return replyOf(scene.moment?.timeZone ? sayMoment(act, voice) : say("unknown", voice));
    case "readers":
    case "cost":
    case "leaving":
      return replyOf(sayOfTalk(act, voice));
    case "rememberName":
      return replyOf(voice.person === "" ? say("notTold", voice) : say("name", voice, { told: voice.person }));
    default:
      return replyOf(say(lists[act] ?? "listen", voice));
  }
}

function answer(voice: Voice): ComposedReply {
  const { evidence, alike } = voice.scene;
  const [first] = evidence;
  const isOne = first?.isDirect === true || !alike;
  if (!isOne) return tell(alike, voice);
  return first === undefined ? replyOf(say("unknown", voice)) : tell([first], voice);
}

const tell = (pieces: readonly Evidence[], voice: Voice): ComposedReply =>
  replyOf(
    join(
      pieces.map((piece) => sayQuoted(piece, quote(piece, voice).written, voice)),
      voice,
    ),
    pieces,
  );

/** Always a quotation, since a diary tells as of now. */
function sayQuoted(piece: Evidence, text: string, voice: Voice): string {
  if (piece.kind === "document") return say("document", voice, { text, name: nameOf(piece) });
  return say(isOwnWords(piece, voice.scene.pet, voice.words) ? "told" : "written", voice, { text });
}

const AT_ONCE = 2;

function tellMore(voice: Voice): ComposedReply {
  const piece = lastTold(voice) ?? voice.scene.evidence[0];
  const left = piece === undefined ? [] : untoldSentences(piece, voice).slice(0, AT_ONCE);
  if (piece === undefined || left.length === 0) return replyOf(say("noMore", voice));
  const text = joinSentences(sentences(piece, voice), left, { locale: voice.locale, gap: " … " });
  return replyOf(sayQuoted(piece, text, voice), [piece]);
}

/** An answer of the diary tells an age of long ago, and the profile how old the pet became. */
function tellAge(voice: Voice, diedOn: string): ComposedReply {
  const { scene, locale } = voice;
  const { birthday = null } = scene.pet;
  const age = birthday === null ? null : ageInWords(diedOn, birthday, voice);
  const lived =
    birthday === null || age === null
      ? say("noAge", voice, { date: dateInWords(diedOn, locale) })
      : say("lived", voice, { date: dateInWords(birthday, locale), age });
  const [first] = scene.evidence;
  const isWritten = first?.key === "birthday" && birthday === null;
  if (!isWritten) return replyOf(lived);
  const told = tell([first], voice);
  return { ...told, text: join([told.text, lived], voice) };
}

function tellKind(voice: Voice): ComposedReply {
  const kind = kindInWords(voice);
  return replyOf(kind === null ? say("unknown", voice) : say("kind", voice, { kind }));
}
