import { t } from "@lingui/core/macro";
import { BookOpenText, type LucideIcon, MessageCircle, Mic, Speaker } from "lucide-react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";

interface Feature {
  title: string;
  text: string;
  icon: LucideIcon;
  tone: string;
}

const features: readonly Feature[] = [
  {
    title: t`Text Chat`,
    text: t`Ask anything, any time. The answer comes in your pet's own manner, with the diary page it was taken from.`,
    icon: MessageCircle,
    tone: "bg-primary-soft text-primary",
  },
  {
    title: t`Voice Chat`,
    text: t`Speak your question and hear the reply aloud, sentence by sentence, in the language you share.`,
    icon: Mic,
    tone: "bg-secondary-soft text-secondary",
  },
  {
    title: t`Document Learning`,
    text: t`Add the adoption papers, the vet's letters, the story you once wrote. PDF and TXT are read page by page.`,
    icon: BookOpenText,
    tone: "bg-warning-soft text-warning",
  },
  {
    title: t`Bluetooth Collar`,
    text: t`Clip a small speaker to the collar and let the voice come from where it belongs, out on a walk too.`,
    icon: Speaker,
    tone: "bg-success-soft text-success",
  },
];

export function Features() {
  return (
    <section id="features" className="scroll-mt-16 bg-surface-sunken">
      <div className="mx-auto max-w-6xl px-5 py-16">
        <h2 className="mb-8 text-center text-3xl sm:text-4xl">{t`What it does`}</h2>
        <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {features.map(({ title, text, icon: Icon, tone }) => (
            <li
              key={title}
              className="flex gap-5 rounded-card border border-line bg-surface-raised p-6 shadow-card max-[20rem]:flex-col max-[20rem]:gap-3 max-[16rem]:p-4"
            >
              <span className={`grid size-14 shrink-0 place-items-center rounded-full ${tone}`}>
                <Icon aria-hidden="true" className="size-7" />
              </span>
              <div className="flex min-w-0 flex-col gap-1">
                <h3 className="text-xl">{title}</h3>
                <p className="text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const steps = [
  {
    title: t`Keep a diary`,
    text: t`Forty-four questions about one remarkable animal. Answer the ones that make you smile first.`,
  },
  { title: t`Choose a voice`, text: t`Fifty voices in thirteen languages. One of them is unmistakably theirs.` },
  { title: t`Say hello`, text: t`Type or talk, on the sofa or out on a walk, with a small speaker on the collar.` },
];

export function HowItWorks() {
  return (
    <section className="mx-auto max-w-6xl px-5 py-16">
      <h2 className="mb-8 text-center text-3xl sm:text-4xl">{t`Three steps to the first word`}</h2>
      <ol className="grid grid-cols-1 gap-6 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col gap-2 rounded-card border border-line bg-surface-raised p-6">
            <span aria-hidden="true" className="font-display text-4xl text-primary">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const turns = [
  { from: "owner", text: t`Did you miss me today?` },
  {
    from: "pet",
    text: t`I waited by the door from nine until you came. At noon I checked the window. At three I ate a sock, for morale.`,
    source: t`Diary: What does a usual day with me look like?`,
  },
  { from: "owner", text: t`Which sock?` },
  { from: "pet", text: t`I'm just a pet. I don't keep records.` },
] as const;

export function SampleChat() {
  return (
    <section aria-labelledby="sample-title" className="mx-auto max-w-3xl px-5 pb-16">
      <h2 id="sample-title" className="mb-6 text-center text-2xl sm:text-3xl">
        {t`A letter from your pet, one bubble at a time`}
      </h2>
      <ul className="flex flex-col gap-3">
        {turns.map((turn) =>
          turn.from === "owner" ? (
            <li
              key={turn.text}
              className="max-w-[80%] self-end rounded-bubble rounded-ee-md bg-secondary px-5 py-3 text-on-secondary"
            >
              {turn.text}
            </li>
          ) : (
            <li key={turn.text} className="flex max-w-[92%] items-end gap-3 self-start">
              <PetAvatar species="dog" size="md" />
              <div className="flex flex-col items-start gap-1.5">
                <p className="rounded-bubble rounded-es-md border border-line bg-surface-raised px-5 py-3 shadow-card">
                  {turn.text}
                </p>
                {"source" in turn && (
                  <span className="rounded-full bg-primary-soft px-3 py-1 font-semibold text-primary text-sm">
                    {turn.source}
                  </span>
                )}
              </div>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
