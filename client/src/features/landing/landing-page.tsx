import { t } from "@lingui/core/macro";
import { ArrowRight, Volume2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { Button } from "@/components/ui/button.tsx";
import { LandingNavigation } from "@/features/landing/landing-navigation.tsx";
import { TryOutSection } from "@/features/landing/try-out/try-out.tsx";
import { useTryOut } from "@/features/landing/try-out/use-try-out.ts";
import { AsBuilt } from "@/lib/built-page.tsx";
import { lazyComponent } from "@/lib/part.ts";
import { type DemoPet, NEW_OWNER } from "@/lib/product.ts";

const HeroScene = lazyComponent(() => import("@/components/art/hero-scene.tsx").then((m) => m.HeroScene));
const SampleChat = lazyComponent(() => import("./landing-sections.tsx").then((m) => m.SampleChat));
const Features = lazyComponent(() => import("./landing-sections.tsx").then((m) => m.Features));
const HowItWorks = lazyComponent(() => import("./landing-sections.tsx").then((m) => m.HowItWorks));
const Cat = lazyComponent(() => import("@/components/art/cat.tsx").then((m) => m.CatWithCollar));

const FIRST_QUESTION = "What is your favorite food?";

/** Built as HTML (prerender.tsx), so its first render has to be the same for every visitor. */
export function LandingPage({ demoPet }: { demoPet: DemoPet | null }) {
  const signedIn = useSignedIn();
  const isNewOwner = useHistoryState() === NEW_OWNER;
  const tryOut = useTryOut(demoPet?.name ?? "");
  return (
    <div id="home" className="min-h-dvh scroll-mt-20 overflow-x-clip md:ps-60">
      <LandingNavigation signedIn={signedIn} />
      <main>
        <section className="mx-auto grid max-w-6xl items-center gap-8 px-5 pt-24 pb-14 md:pt-14 xl:grid-cols-[1.02fr_1fr] xl:gap-12">
          <div className="flex flex-col items-start gap-6">
            {isNewOwner ? <ForNewOwner /> : <ForVisitor signedIn={signedIn} demoPet={demoPet} tryOut={tryOut} />}
            <p className="text-ink-muted text-sm">{t`An AI made from your own diary. It never pretends to be more.`}</p>
          </div>
          <AsBuilt part={HeroScene} className="[&>svg]:h-auto [&>svg]:w-full" />
        </section>
        {demoPet === null ? (
          <AsBuilt part={SampleChat} />
        ) : (
          <TryOutSection pet={demoPet} tryOut={tryOut} isSignedIn={signedIn !== null} />
        )}
        <AsBuilt part={Features} />
        <AsBuilt part={HowItWorks} />
        <Closing signedIn={signedIn} />
      </main>
      <Footer />
    </div>
  );
}

/** Who has just chosen their first password: what comes next is their pet. */
const ForNewOwner = () => (
  <>
    <h1 className="text-balance text-5xl leading-[1.05] sm:text-6xl">{t`Now meet your pet`}</h1>
    <p className="max-w-xl text-pretty text-ink-muted text-lg sm:text-xl">
      {t`Your password is set. A name, a voice and three small stories, and your pet answers you.`}
    </p>
    <Button asChild size="lg" className="max-sm:w-full">
      <Link href="/app">
        <span>{t`Meet your pet`}</span>
        <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Link>
    </Button>
  </>
);

type ForVisitorProps = { signedIn: string | null; demoPet: DemoPet | null; tryOut: ReturnType<typeof useTryOut> };

const ForVisitor = ({ signedIn, demoPet, tryOut }: ForVisitorProps) => (
  <>
    <h1 className="text-balance text-5xl leading-[1.05] sm:text-6xl">{t`Ever wish they could answer back?`}</h1>
    <p className="max-w-xl text-pretty text-ink-muted text-lg sm:text-xl">
      {t`Write down what only you know about your pet: the squirrel feud, the stolen roast, the spot behind the left ear. Then talk together, and hear an answer in a voice that sounds like family.`}
    </p>
    {/* On a phone the columns have shares of the width, so that no button wraps when the font comes. */}
    <div className="grid w-full gap-3 max-sm:*:px-4 min-[22.5rem]:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] sm:w-fit">
      {demoPet !== null && (
        <Button
          size="lg"
          className="col-span-full"
          disabled={!tryOut.isReady}
          onClick={() => void tryOut.ask(FIRST_QUESTION)}
        >
          <Volume2 aria-hidden="true" />
          <span>{t`Hear ${{ name: demoPet.name }} answer`}</span>
        </Button>
      )}
      <Button asChild size="lg" variant={demoPet === null ? "primary" : "secondary"}>
        <Link href={signedIn === null ? "/login" : "/app?tab=chat"}>
          <span>{t`Start Chatting`}</span>
          <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
      </Button>
      <Button asChild size="lg" variant="outline">
        {signedIn === null ? (
          <Link href="/promo-code">{t`Sign Up`}</Link>
        ) : (
          <Link href="/app?tab=setup">{t`My Pet`}</Link>
        )}
      </Button>
    </div>
  </>
);

function Closing({ signedIn }: { signedIn: string | null }) {
  return (
    <section className="mx-auto max-w-6xl px-5 pb-16">
      <div className="grid grid-cols-1 items-center gap-6 rounded-card bg-secondary-soft p-8 max-[20rem]:p-5 sm:grid-cols-[1fr_auto] sm:p-12">
        <div className="flex flex-col items-start gap-4">
          <h2 className="text-3xl sm:text-4xl">{t`Somebody is waiting at the door.`}</h2>
          <p className="max-w-lg">
            {signedIn === null
              ? t`It takes a promo code, a name and one good story to begin.`
              : t`Come in, ${signedIn}.`}
          </p>
          <Button asChild size="lg">
            {signedIn === null ? (
              <Link href="/promo-code">{t`Begin with a promo code`}</Link>
            ) : (
              <Link href="/app?tab=chat">{t`Start Chatting`}</Link>
            )}
          </Button>
        </div>
        <AsBuilt part={Cat} className="mx-auto w-44 max-w-full sm:w-56 [&>svg]:h-auto [&>svg]:w-full" />
      </div>
    </section>
  );
}

function Footer() {
  return (
    <footer className="border-line border-t bg-surface-sunken">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-5 py-8 text-ink-muted text-sm">
        <p>{t`Replies are made by an AI from what owners wrote. They can be wrong, and they are no vet's advice.`}</p>
        <Link
          href="/signin-help"
          className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
        >
          {t`Sign-in help`}
        </Link>
      </div>
    </footer>
  );
}

/** Null for a visitor, and until the server has said who it is. */
function useSignedIn(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isLeft = false;
    const ask = async () => {
      // Loaded after the page, which needs none of this at first.
      const { fetchSession } = await import("@/domain/session/fetch-session.ts");
      const session = await fetchSession();
      if (!isLeft && "user" in session) setName(session.user.firstName);
    };
    // Where the server can't be reached, the page is a visitor's.
    ask().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, []);
  return name;
}
