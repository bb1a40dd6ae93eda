import type { Act } from "./turn.ts";

const invisible = /[\s\p{Cf}\p{Cc}]|\ufe0f/gu;
const onlyEmoji = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\d#*]\u20e3)+$/u;
const modifiers = /\p{Emoji_Modifier}|\u20e3/gu;

const crying = /[😢😭😿💔🥺😞😔☹🙁😥]/u;
const hearts = /^(?:[❤🧡💛💚💙💜🤎🖤🤍💕💖💗💓💞💘💝♥🥰😍😘😻🫶💋🤗])+$/u;
const laughing = /^(?:[😂🤣😹😆😄😁😅])+$/u;
const emoticons: readonly [RegExp, Act][] = [
  [/^[:;=][-'’]?[([<]+$/u, "sad"],
  [/^(?:<3+)+$/u, "loveTold"],
  [/^(?:[:;=]-?[)\]*pP]+|\^[_.]?\^)$/u, "emoji"],
];

export function wordlessAct(message: string): Act | null {
  const signs = message.slice(0, 1000).normalize("NFC").replace(invisible, "");
  const emoticon = emoticons.find(([pattern]) => pattern.test(signs));
  if (emoticon !== undefined) return emoticon[1];
  if (onlyEmoji.test(signs)) return feelingOf(signs.replace(modifiers, ""));
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(message) ? null : "silence";
}

/** A dog and a heart may mean anything kind. */
function feelingOf(emoji: string): Act {
  if (crying.test(emoji)) return "sad";
  if (hearts.test(emoji)) return "loveTold";
  return laughing.test(emoji) ? "laugh" : "emoji";
}
