import type { Phrase } from "../languages/schema.ts";
import { type HurtingKind, hurtingKinds } from "../languages/turn-kinds.ts";
import type { Act, TurnMeaning } from "../turns/turn.ts";
import { isGrieving, isMourned, type Voice } from "./voice.ts";

/** Of unseen feelings in bench/conversation 2 in 100 get a wrong name; below it one in three does. */
const SURE = 0.82;

type Feeling = HurtingKind | "joy" | "loveTold";

const feelings: ReadonlySet<Act> = new Set([...hurtingKinds, "joy", "loveTold"] as const);

const grief: ReadonlySet<Act> = new Set(["griefForMe", "griefForOther", "missed"] as const satisfies Feeling[]);

export const isFeeling = (act: Act): act is Feeling => feelings.has(act);

export const isNamed = ({ act, certainty }: Pick<TurnMeaning, "act" | "certainty">): boolean =>
  isFeeling(act) && certainty >= SURE;

const cheerful: ReadonlySet<Act> = new Set([
  ...["joy", "loveTold", "loveAsked", "compliment", "thanks", "laugh", "jokeWanted", "playWanted"],
  ...["greeting", "comingHome", "howAreYou", "farewell", "goodNight"],
] as const satisfies Act[]);

/** Below it cheer is too risky: an unrecognized danger may sound cheerful. */
const PLAIN = 0.9;

export const isNoCause = ({ act, certainty, isTelling: isTold }: TurnMeaning): boolean =>
  isTold === true && cheerful.has(act) && certainty < PLAIN;

/** Who has mourned in this chat goes on, however unsure one turn is. */
const isOfMourner = (feeling: Feeling, voice: Voice): boolean => grief.has(feeling) && isGrieving(voice);

export function takeUp(feeling: Feeling, voice: Voice): readonly Phrase[] {
  const { phrases, scene } = voice;
  if (scene.meaning !== undefined && !isNamed(scene.meaning) && !isOfMourner(feeling, voice))
    return feeling === "joy" || feeling === "loveTold" ? phrases.telling : phrases.feelingUnsure;
  return feeling === "guilt" && isMourned(voice) ? phrases.guiltInGrief : phrases[feeling];
}
