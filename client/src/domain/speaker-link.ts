import { useQuery } from "@tanstack/react-query";
import { getSpeakerLink, SPEAKER_LINK_KEY } from "#shared/api/settings.ts";
import { call } from "@/lib/api.ts";

export const speakerLinkKey = ["/api/settings", SPEAKER_LINK_KEY] as const;

/** The only query with a retry (specification, section 9). */
export const useSpeakerLinkSetting = () =>
  useQuery({ queryKey: speakerLinkKey, queryFn: () => call(getSpeakerLink, {}), retry: 1 });
