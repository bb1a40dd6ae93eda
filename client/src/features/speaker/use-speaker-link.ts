import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import {
  DEFAULT_SPEAKER_LINK,
  getSpeakerLink,
  SPEAKER_LINK_KEY,
  speakerLink,
} from "../../../../shared/api/settings.ts";

/** Where the speaker is sold; null until that is known. Without a setting, or without an answer, the built-in address. */
export function useSpeakerLink(): string | null {
  const query = useQuery({
    queryKey: ["/api/settings", SPEAKER_LINK_KEY],
    queryFn: () => call(getSpeakerLink, {}),
    // The one call that is tried again (specification, sections 7 and 9).
    retry: 1,
  });
  if (query.isPending) return null;
  return speakerLink.safeParse(query.data?.setting?.value).data ?? DEFAULT_SPEAKER_LINK;
}
