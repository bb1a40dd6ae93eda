import type { Phrase } from "../languages/schema.ts";
import { type HurtingKind, hurtingKinds } from "../languages/turn-kinds.ts";
import type { Act, TurnMeaning } from "../turns/turn.ts";
import { isGrieving, isMourned, type Voice } from "./voice.ts";

/**
 * From so certain on a feeling is named: of the unseen feelings of bench/conversation 2 in 100 are then called another one.
 * Below it about one in three is another one, or none, and nobody wants to be forgiven who has told of a beagle.
 */
const SURE = 0.82;

type Feeling = HurtingKind | "joy" | "loveTold";

const feelings: ReadonlySet<Act> = new Set([...hurtingKinds, "joy", "loveTold"] as const);

const grief: ReadonlySet<Act> = new Set(["griefForMe", "griefForOther", "missed"] as const satisfies Feeling[]);

export const isFeeling = (act: Act): act is Feeling => feelings.has(act);

/** Whether a turn is a feeling that the pet is sure enough of to name it. */
export const isNamed = ({ act, certainty }: Pick<TurnMeaning, "act" | "certainty">): boolean =>
  isFeeling(act) && certainty >= SURE;

/** What is answered with gladness, play or a kind farewell. */
const cheerful: ReadonlySet<Act> = new Set([
  ...["joy", "loveTold", "loveAsked", "compliment", "thanks", "laugh", "jokeWanted", "playWanted"],
  ...["greeting", "comingHome", "howAreYou", "farewell", "goodNight"],
] as const satisfies Act[]);

/** From so certain on what somebody tells is met with cheer: what tells of a danger in words that nobody knows may sound alike. */
const PLAIN = 0.9;

/** Whether cheer would be out of place: somebody tells something that is not plainly happy. */
export const isNoCause = ({ act, certainty, isTold }: TurnMeaning): boolean =>
  isTold === true && cheerful.has(act) && certainty < PLAIN;

/** Who has mourned in this chat goes on with it, however unsure one turn by itself is. */
const isOfMourner = (feeling: Feeling, voice: Voice): boolean => grief.has(feeling) && isGrieving(voice);

/** What takes up a feeling: words for it, or only that the pet listens. */
export function takeUp(feeling: Feeling, voice: Voice): readonly Phrase[] {
  const { phrases, scene } = voice;
  if (scene.heard !== undefined && !isNamed(scene.heard) && !isOfMourner(feeling, voice))
    return feeling === "joy" || feeling === "loveTold" ? phrases.telling : phrases.feelingUnsure;
  return feeling === "guilt" && isMourned(voice) ? phrases.guiltInGrief : phrases[feeling];
}
