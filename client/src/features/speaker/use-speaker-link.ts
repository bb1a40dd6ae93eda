import { DEFAULT_SPEAKER_LINK, isWebAddress } from "#shared/api/settings.ts";
import { useSpeakerLinkSetting } from "@/domain/speaker-link.ts";

/**
 * The shop's address; null until it is fetched. The built-in address where none is set, or the server does not answer.
 */
export function useSpeakerLink(): string | null {
  const query = useSpeakerLinkSetting();
  if (query.isPending) return null;
  const link = query.data?.setting?.value.trim() ?? "";
  return isWebAddress(link) ? link : DEFAULT_SPEAKER_LINK;
}
