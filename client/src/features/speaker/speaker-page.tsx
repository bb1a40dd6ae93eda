import { t } from "@lingui/core/macro";
import { Droplets, ExternalLink, Footprints, Heart, type LucideIcon, Volume2 } from "lucide-react";
import { useState } from "react";
import { DEFAULT_SPEAKER_LINK, isWebAddress } from "#shared/api/settings.ts";
import { getVideo, speakerFilm } from "#shared/api/video.ts";
import { Button } from "@/components/ui/button.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { useSpeakerLinkSetting } from "@/domain/speaker-link.ts";
import { urlOf } from "@/lib/api.ts";
import { usePrefersReducedMotion } from "@/lib/device.ts";
import { productName } from "@/lib/product.ts";

export function SpeakerPage() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-8 p-4 sm:gap-10 sm:p-8">
      <header className="flex flex-col gap-3 text-center">
        <h1 className="text-3xl sm:text-4xl">{t`Enhance Your Pet ${productName} Experience`}</h1>
        <p className="mx-auto max-w-2xl text-balance text-ink-muted text-lg">
          {t`A small wireless speaker on the collar lets your pet answer from where it stands: at your side, in the park, at the end of the lead.`}
        </p>
      </header>
      <SpeakerFilm />
      <section aria-labelledby="benefits" className="flex flex-col gap-4">
        <h2 id="benefits" className="sr-only">
          {t`What the speaker is good for`}
        </h2>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {benefits.map(({ icon: Icon, title, text }) => (
            <li
              key={title}
              className="flex gap-4 rounded-card border border-line bg-surface-raised p-5 shadow-card max-[20rem]:flex-col"
            >
              <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
                <Icon aria-hidden="true" className="size-5.5" />
              </span>
              <div className="flex min-w-0 flex-col gap-1">
                <h3 className="text-lg">{title}</h3>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <BuyButton />
    </div>
  );
}

function BuyButton() {
  const link = useSpeakerLink();
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      {link === null ? (
        <Button size="lg" busy>
          {t`Buy Recommended Speaker`}
        </Button>
      ) : (
        <Button asChild size="lg">
          <a href={link} target="_blank" rel="noopener noreferrer">
            <span>{t`Buy Recommended Speaker`}</span>
            <ExternalLink aria-hidden="true" />
          </a>
        </Button>
      )}
      <p className="text-ink-muted text-sm">{t`Opens the shop in a new window.`}</p>
    </div>
  );
}

const benefits: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Volume2,
    title: t`Natural voice placement`,
    text: t`The voice comes from your pet's own neck, so you look at each other while you talk.`,
  },
  {
    icon: Footprints,
    title: t`Hands-free interaction`,
    text: t`One hand for the lead, one for the ball. Your phone stays in your pocket and sends the voice by Bluetooth.`,
  },
  {
    icon: Droplets,
    title: t`Durable and waterproof`,
    text: t`Rain, puddles and a good shake afterwards: it is light, sturdy and made to be worn outdoors.`,
  },
  {
    icon: Heart,
    title: t`Enhanced connection`,
    text: t`An answer that comes from your pet, and not from a screen, feels like a talk between the two of you.`,
  },
];

/** Null until it is fetched; the built-in address where none is set, or the server does not answer. */
function useSpeakerLink(): string | null {
  const query = useSpeakerLinkSetting();
  if (query.isPending) return null;
  const link = query.data?.setting?.value.trim() ?? "";
  return isWebAddress(link) ? link : DEFAULT_SPEAKER_LINK;
}

const addressOf = (filename: string): string => urlOf(getVideo, { params: { filename } });

/** With reduced motion it shows its poster until it is started. */
function SpeakerFilm() {
  const isCalm = usePrefersReducedMotion();
  const [tries, setTries] = useState(0);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  if (failedTry === tries)
    return (
      <LoadError title={t`The film could not be loaded`} onRetry={() => setTries(tries + 1)}>
        {t`Everything it shows is written below.`}
      </LoadError>
    );
  return (
    <video
      key={tries}
      aria-label={t`A dog on a walk speaks through the speaker on its collar: in the park, in the rain, and at play`}
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
      <track kind="captions" src={addressOf(speakerFilm.captions)} srcLang="en" label={t`English`} default />
    </video>
  );
}
