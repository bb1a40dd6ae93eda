import { useSpeakerLinkSetting } from "@/domain/speaker-link.ts";
import { DEFAULT_SPEAKER_LINK, speakerLink } from "../../../../shared/api/settings.ts";

/** Where the speaker is sold; null until that is known. Without a setting, or without an answer, the built-in address. */
export function useSpeakerLink(): string | null {
  const query = useSpeakerLinkSetting();
  if (query.isPending) return null;
  return speakerLink.safeParse(query.data?.setting?.value).data ?? DEFAULT_SPEAKER_LINK;
}
