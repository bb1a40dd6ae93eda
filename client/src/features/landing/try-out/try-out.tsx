import { t } from "@lingui/core/macro";
import { CircleAlert } from "lucide-react";
import { lazy, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";
import { Button } from "@/components/ui/button.tsx";
import { AsBuilt } from "@/lib/built-page.tsx";
import type { DemoPet } from "@/lib/product.ts";
import { AskBox } from "./ask-box.tsx";
import { type Exchange, isAnswered } from "./talk.ts";
import type { TryOut } from "./use-try-out.ts";

/** The built page is the same for any pet, so it begins with a drawing that fits any. */
const Drawing = lazy(() =>
  import("@/components/art/pet-avatar.tsx").then(({ PetAvatar }) => ({ default: () => <PetAvatar species={null} /> })),
);

const starters = ["What is your favorite food?", "What was the naughtiest thing you did?", "Do you love me?"];

const goOn = { label: t`Go on`, question: "Go on" };

type TryOutSectionProps = { pet: DemoPet; tryOut: TryOut; isSignedIn: boolean };

export function TryOutSection({ pet, tryOut, isSignedIn }: TryOutSectionProps) {
  const { talk, isAsking, isReady, ask } = tryOut;
  const last = talk.at(-1);
  const offered = last?.state === "done" ? (last.ending === "cut_off" ? [goOn] : last.choices) : [];
  const [section, exchange] = useInView(last);
  const put = talk.filter((exchange) => exchange.state !== "failed" || isAnswered(exchange));
  const unasked = starters.filter((starter) => put.every(({ question }) => question !== starter));
  const chips = offered.length > 0 ? offered : unasked.map((question) => ({ label: question, question }));
  return (
    <section ref={section} aria-labelledby="try-title" className="mx-auto max-w-3xl px-5 pb-16">
      <h2 id="try-title" className="mb-2 text-center text-2xl sm:text-3xl">{t`Ask ${{ name: pet.name }} anything`}</h2>
      <p className="mb-6 text-balance text-center text-ink-muted">
        {t`${{ name: pet.name }} has a diary and answers aloud. No sign-up, and nothing you ask is kept.`}
      </p>
      <Talk pet={pet} tryOut={tryOut} lastRef={exchange} />
      {!isAsking && chips.length > 0 && (
        <ul
          aria-label={offered.length > 0 ? t`Choose one` : t`Questions for ${{ name: pet.name }}`}
          className="mt-5 flex flex-wrap gap-2"
        >
          {chips.map(({ label, question }) => (
            <li key={label} lang={offered.length > 0 ? pet.language : undefined} dir="auto">
              <Button
                variant="outline"
                size="sm"
                className="min-h-11 text-base"
                disabled={!isReady}
                onClick={() => void ask(question)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AskBox pet={pet} isAsking={isAsking} onAsk={ask} onListen={tryOut.hush} />
      {talk.length > 0 && !isAsking && !isSignedIn && (
        <p className="mt-6 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-center">
          <span>{t`Your own pet would know your stories.`}</span>
          <Button asChild>
            <Link href="/promo-code">{t`Make your own`}</Link>
          </Button>
        </p>
      )}
    </section>
  );
}

/** The height of the fixed header and some air. */
const ABOVE_PX = 80;
const BELOW_PX = 40;

/**
 * Shows the last exchange, or its beginning where it is too long. One scroll for all of it: of two, the later one ends
 * the earlier.
 */
function useInView(last: Exchange | undefined) {
  const section = useRef<HTMLElement>(null);
  const exchange = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (last === undefined || section.current === null || exchange.current === null) return;
    const above = exchange.current.getBoundingClientRect().top - ABOVE_PX;
    const below = section.current.getBoundingClientRect().bottom - BELOW_PX - innerHeight;
    if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(above, below) });
  }, [last]);
  return [section, exchange] as const;
}

type TalkProps = { pet: DemoPet; tryOut: TryOut; lastRef: RefObject<HTMLLIElement | null> };

function Talk({ pet, tryOut: { talk, replay, shown }, lastRef }: TalkProps) {
  const last = talk.at(-1);
  return (
    <>
      <ul className="flex flex-col gap-3">
        <li className="flex max-w-[92%] items-end gap-3 self-start">
          {shown === null ? <AsBuilt part={Drawing} className="contents" /> : <shown.DemoAvatar pet={pet} />}
          <p className="wrap-anywhere min-w-0 rounded-bubble rounded-es-md border border-line bg-surface-raised px-5 py-3 shadow-card">{t`I'm ${{ name: pet.name }}. Ask me something. I have all day, apart from dinner.`}</p>
        </li>
        {talk.map((exchange) => (
          <li key={exchange.id} ref={exchange === last ? lastRef : null} className="flex flex-col gap-3">
            <p
              dir="auto"
              className="wrap-anywhere max-w-[80%] self-end rounded-bubble rounded-ee-md bg-secondary px-5 py-3 text-on-secondary"
            >
              {exchange.question}
            </p>
            {exchange.state === "failed" && !isAnswered(exchange) ? (
              <Trouble>{exchange.trouble}</Trouble>
            ) : (
              shown !== null && <shown.PetsReply exchange={exchange} pet={pet} onReplay={() => replay(exchange)} />
            )}
          </li>
        ))}
      </ul>
      {/* The whole reply at once: letter by letter it can't be followed. */}
      <p role="status" className="sr-only" lang={pet.language}>
        {last?.state === "done" ? last.reply : ""}
      </p>
    </>
  );
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-card bg-warning-soft px-4 py-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
