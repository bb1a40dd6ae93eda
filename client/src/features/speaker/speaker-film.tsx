import { useState } from "react";
import { getVideo, speakerFilm } from "#shared/api/video.ts";
import { LoadError } from "@/components/ui/notice.tsx";
import { urlOf } from "@/lib/api.ts";
import { usePrefersReducedMotion } from "@/lib/device.ts";

const addressOf = (filename: string): string => urlOf(getVideo, { params: { filename } });

/** A film that plays by itself without sound. With reduced motion it shows its poster until it is started. */
export function SpeakerFilm() {
  const isCalm = usePrefersReducedMotion();
  const [tries, setTries] = useState(0);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  if (failedTry === tries)
    return (
      <LoadError title="The film could not be loaded" onRetry={() => setTries(tries + 1)}>
        Everything it shows is written below.
      </LoadError>
    );
  return (
    <video
      key={tries}
      aria-label="A dog on a walk speaks through the speaker on its collar: in the park, in the rain, and at play"
      src={addressOf(speakerFilm.film)}
      poster={addressOf(speakerFilm.poster)}
      width={speakerFilm.width}
      height={speakerFilm.height}
      controls
      autoPlay={!isCalm}
      loop
      muted
      playsInline
      preload={isCalm ? "none" : "metadata"}
      onError={() => setFailedTry(tries)}
      className="mx-auto h-auto max-h-[600px] w-full rounded-card bg-surface-sunken object-contain shadow-card"
    >
      <track kind="captions" src={addressOf(speakerFilm.captions)} srcLang="en" label="English" default />
    </video>
  );
}
