import { t } from "@lingui/core/macro";
import type { FamilyRight } from "#shared/api/family-right.ts";

interface RightWords {
  name: string;
  /** After 'They may' or 'You may'. */
  may: (petName: string) => string;
}

export const rightWords: Record<FamilyRight, RightWords> = {
  talk: { name: t`Talk`, may: (petName) => t`chat, speak and walk with ${petName}` },
  contribute: {
    name: t`Contribute`,
    may: (petName) => t`talk with ${petName}, answer open questions of its diary, and add memories`,
  },
  manage: {
    name: t`Manage`,
    may: (petName) => t`talk with ${petName}, change its setup, diary and documents, and invite others`,
  },
};

/** For a choice of rights. */
export const rightOptions: readonly { value: FamilyRight; label: string }[] = [
  { value: "talk", label: rightWords.talk.name },
  { value: "contribute", label: rightWords.contribute.name },
  { value: "manage", label: rightWords.manage.name },
];
