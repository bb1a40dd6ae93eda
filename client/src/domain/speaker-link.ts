import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getSpeakerLink, SPEAKER_LINK_KEY } from "../../../shared/api/settings.ts";

export const speakerLinkKey = ["/api/settings", SPEAKER_LINK_KEY] as const;

/** The setting that says where the speaker is sold. The one query that is tried twice (specification, section 9). */
export const useSpeakerLinkSetting = () =>
  useQuery({ queryKey: speakerLinkKey, queryFn: () => call(getSpeakerLink, {}), retry: 1 });
