export const hurtingKinds = [
  ...["sad", "lonely", "griefForMe", "griefForOther", "missed", "fear", "anger", "guilt"],
  ...["illness", "ownIllness", "unwell"],
] as const;

export type HurtingKind = (typeof hurtingKinds)[number];

export const turnKinds = [
  ...hurtingKinds,
  ...["greeting", "comingHome", "farewell", "goodNight", "thanks", "howAreYou", "closenessWanted", "playWanted"],
  ...["compliment", "insult", "jokeWanted", "whoAreYou", "areYouReal", "joy", "loveTold", "loveAsked", "aboutMe"],
  ...["rememberName", "rememberAge", "why", "more", "andYou", "telling", "yes", "no", "ok", "laugh", "nonsense"],
  ...["care", "question"],
] as const;
export type TurnKind = (typeof turnKinds)[number];

export const isQuestionKind = (kind: TurnKind): boolean => kind === "question" || kind === "care";
