import type { Voice } from "#shared/voices.ts";

const GENDER_SYMBOL = { female: "♀", male: "♂" };

export const voiceLabel = ({ displayName, gender, accent }: Voice): string =>
  `${displayName} ${GENDER_SYMBOL[gender]}${accent === undefined ? "" : ` (${accent})`}`;
