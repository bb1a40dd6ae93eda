import type { Choice } from "#shared/api/chat.ts";
import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { OrderToRemember } from "../retrieval/memorable.ts";
import { asksForOwnFact, asksOfUs } from "../retrieval/memory-fit.ts";
import type { Act, TurnMeaning } from "../turns/turn.ts";
import { askAgain, askBetween, askWhetherMeant, differ, hasAskedBack } from "./ask-back.ts";
import { bothNamed, fromOtherDocument } from "./both-named.ts";
import { sayOneOf, sayUnknown } from "./choose-phrase.ts";
import { isFeeling, isNoCause, takeUp } from "./feelings.ts";
import { isPersonal } from "./first-person.ts";
import { tellMore, tellOfItself, tellWhy } from "./follow-up.ts";
import { composeInMemory } from "./in-memory.ts";
import { lastOffer, withOffer, withOfferInstead } from "./offer.ts";
import { sayAgeNow, sayBirthday, sayKind, sayMoment, sayOfTalk } from "./own-facts.ts";
import { join, sayPiece, sayWithName } from "./say-piece.ts";
import type { Scene } from "./scene.ts";
import { tellDetail, tellFurther, tellOfLast } from "./tell-detail.ts";
import { choiceOf } from "./topic.ts";
import { type ComposedReply, isGrieving, isMourned, piecesOf, replyOf, type Voice, voiceOf } from "./voice.ts";
import { holdsOneOf, normalizeForReply } from "./words.ts";

/** Every word comes from the phrases, the names, the topics or the evidence. */
export function composeReply(scene: Scene): ComposedReply {
  const voice = voiceOf(scene);
  if (scene.pet.diedOn) return composeInMemory(voice, scene.pet.diedOn);
  if (scene.gentle !== undefined) return replyOf(sayOneOf(scene.gentle.map(plainly), voice));
  if (scene.meaning !== undefined && scene.meaning.picked !== null) return answer(voice);
  if (scene.order) return replyToOrder(scene.order, voice);
  return replyToRest(voice);
}

function replyToRest(voice: Voice): ComposedReply {
  if (voice.scene.meaning?.act === "toldWrong") return replyOf(sayOneOf(voice.phrases.toldWrong, voice));
  return tellDetail(voice) ?? answerTo(actOf(voice), voice);
}

/** What else the message asks is answered first. */
function replyToOrder({ outcome, isAlone }: OrderToRemember, voice: Voice): ComposedReply {
  const { keepAsked, keepKnown, keepPaused, keepTemporary, keepNothing } = voice.phrases;
  const lists = { asked: keepAsked, known: keepKnown, paused: keepPaused, temporary: keepTemporary } as const;
  const said = sayOneOf(outcome === "nothing" ? keepNothing : lists[outcome], voice);
  if (isAlone) return replyOf(said);
  const rest = replyToRest(voice);
  return { ...rest, text: join([rest.text, said], voice) };
}

/** Cheer needs a plain cause: other news are listened to. */
const actOf = (voice: Voice): Act => {
  const { meaning: heard } = voice.scene;
  if (heard === undefined) return "question";
  return isNoCause(heard) && !isNewName(voice) ? "telling" : heard.act;
};

const plainly = (say: string): Phrase => ({ say, species: null });

function answerTo(act: Act, voice: Voice): ComposedReply {
  const { phrases, scene } = voice;
  switch (act) {
    case "question":
      return answer(voice);
    case "why":
      return tellWhy(voice);
    case "more":
      return tellMore(voice);
    case "whatAnimal":
      return (scene.meaning?.isThatAnimal ?? null) === null && (knows("kind", voice) || knowsByPapers(voice))
        ? answer(voice)
        : replyOf(sayKind(voice));
    case "birthday":
      return knows("birthday", voice) ? withAge(answer(voice), voice) : replyOf(sayBirthday(voice));
    case "day":
    case "time":
      return replyOf(sayMoment(act, voice));
    case "readers":
    case "cost":
    case "leaving":
      return replyOf(sayOfTalk(act, voice));
    case "andYou":
      return tellOfItself(voice);
    case "no":
      return replyOf(hasAskedBack(voice) ? sayUnknown(voice) : sayOneOf(phrases.no, voice));
    case "yes":
    case "ok":
      return agree(phrases[act], voice);
    case "aboutMe":
      return replyOf(greetBack(voice, scene.meaning?.speaker));
    case "greeting":
      return replyOf(isNewName(voice) ? greetBack(voice, scene.meaning?.speaker) : sayOneOf(phrases.greeting, voice));
    case "rememberName":
      return replyOf(remember(phrases.rememberName, voice.person, phrases.nameUnknown, voice));
    case "rememberAge":
      return replyOf(remember(phrases.rememberAge, scene.meaning?.speaker.age, phrases.personalUnknown, voice));
    case "farewell":
      return replyOf(sayOneOf(phrases.goodbye, voice));
    case "unwell":
      return replyOf(isPast(voice) ? sayUnknown(voice) : sayOneOf(phrases.unwell, voice));
    case "playWanted":
    case "comingHome":
      return replyOf(sayOneOf(isMourned(voice) ? phrases.closenessWanted : phrases[act], voice));
    case "jokeWanted":
      return replyOf(sayOneOf(phrases.joke, voice));
    default:
      return replyOf(sayOneOf(isFeeling(act) ? takeUp(act, voice) : phrases[act], voice));
  }
}

/** A mourner who asks about illness asks whether the pet was in pain. */
const isPast = (voice: Voice): boolean =>
  isMourned(voice) || (isGrieving(voice) && /[?？؟]\s*$/u.test(voice.scene.question));

function answer(voice: Voice): ComposedReply {
  const { scene, phrases } = voice;
  const picked = scene.meaning?.picked ?? null;
  const meant = picked === null ? undefined : pieceOf(picked, voice);
  if (meant !== undefined) return tell([meant], voice);
  const [first] = scene.evidence;
  const other = first === undefined ? null : fromOtherDocument(first, voice);
  const isOne = picked !== null || other !== null || first?.isDirect === true;
  const alike = isOne ? null : (bothNamed(voice) ?? scene.alike ?? null);
  if (alike !== null && differ(alike, voice)) return askBetween(alike, voice);
  if (first !== undefined) return tellFurther(first, voice) ?? tell(other === null ? [first] : [first, other], voice);
  const further = tellOfLast(voice);
  if (further !== null) return further;
  if (isGrieving(voice)) return replyOf(sayUnknown(voice));
  const ofUs = asksOfUs(scene.question, voice.locale) ? askWhetherMeant(voice) : null;
  if (ofUs !== null) return ofUs;
  if (!speaksToPet(voice)) {
    if (asksForOwnFact(scene.question, voice.locale)) return replyOf(sayOneOf(phrases.notTold, voice));
    if (isPersonal(scene.question, voice.words)) return replyOf(sayOneOf(phrases.personalUnknown, voice));
  }
  return askWhetherMeant(voice) ?? withOfferInstead(replyOf(sayUnknown(voice)), voice);
}

/** 'Do you hear me when I call?' is about the pet, though a person is in it. */
const speaksToPet = ({ scene, language, writing }: Voice): boolean =>
  holdsOneOf(language.questions.you.words, scene.question, writing);

const knows = (key: string, { scene }: Voice): boolean => scene.evidence[0]?.key === key;

const knowsByPapers = ({ scene }: Voice): boolean => scene.evidence[0]?.kind === "document";

const withAge = (reply: ComposedReply, voice: Voice): ComposedReply => ({
  ...reply,
  text: join([reply.text, sayAgeNow(voice)], voice),
});

const tell = (pieces: readonly Evidence[], voice: Voice): ComposedReply =>
  withOffer(
    replyOf(
      join(
        pieces.length > 1
          ? pieces.map((piece) => sayWithName(piece, voice))
          : pieces.map((piece) => sayPiece(piece, voice)),
        voice,
      ),
      pieces,
    ),
    voice,
  );

const pieceOf = ({ label }: Choice, voice: Voice): Evidence | undefined =>
  [...piecesOf(voice), ...(voice.scene.maybe ?? [])].find((piece) => choiceOf(piece, voice).label === label) ??
  voice.scene.evidence[0];

/** Of two offers it asks which. */
function agree(list: readonly Phrase[], voice: Voice): ComposedReply {
  const piece = lastOffer(voice);
  if (piece !== null) return replyOf(sayPiece(piece, voice), [piece]);
  return askAgain(voice) ?? replyOf(sayOneOf(list, voice));
}

function greetBack(voice: Voice, facts: TurnMeaning["speaker"] | undefined): string {
  const { phrases, scene } = voice;
  const words = normalizeForReply(scene.question);
  const name = facts?.name ?? null;
  const age = facts?.age ?? null;
  const isNew = name !== null && isNewName(voice);
  const parts = [
    isNew ? sayOneOf(phrases.aboutName, voice, { told: name }) : "",
    age !== null && (!isNew || words.includes(String(age)))
      ? sayOneOf(phrases.aboutAge, voice, { told: String(age) })
      : "",
  ];
  return join(parts, voice) || sayOneOf(phrases.andYou, voice);
}

function isNewName({ scene }: Voice): boolean {
  const name = scene.meaning?.speaker.name ?? null;
  return name !== null && normalizeForReply(scene.question).includes(normalizeForReply(name));
}

function remember(
  list: readonly Phrase[],
  facts: string | number | null | undefined,
  unknown: readonly Phrase[],
  voice: Voice,
): string {
  if (facts === null || facts === undefined || facts === "") return sayOneOf(unknown, voice);
  return sayOneOf(list, voice, { told: String(facts) });
}
