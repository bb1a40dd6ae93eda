import { BookOpenText, type LucideIcon, MessageCircle, Mic, Speaker } from "lucide-react";

interface Feature {
  title: string;
  text: string;
  icon: LucideIcon;
  tone: string;
}

const features: readonly Feature[] = [
  {
    title: "Text Chat",
    text: "Ask anything, any time. The answer comes in your pet's own manner, with the diary page it was taken from.",
    icon: MessageCircle,
    tone: "bg-primary-soft text-primary",
  },
  {
    title: "Voice Chat",
    text: "Speak your question and hear the reply aloud, sentence by sentence, in the language you share.",
    icon: Mic,
    tone: "bg-secondary-soft text-secondary",
  },
  {
    title: "Document Learning",
    text: "Add the adoption papers, the vet's letters, the story you once wrote. PDF and TXT are read page by page.",
    icon: BookOpenText,
    tone: "bg-warning-soft text-warning",
  },
  {
    title: "Bluetooth Collar",
    text: "Clip a small speaker to the collar and let the voice come from where it belongs, out on a walk too.",
    icon: Speaker,
    tone: "bg-success-soft text-success",
  },
];

export function Features() {
  return (
    <section id="features" className="scroll-mt-16 bg-surface-sunken">
      <div className="mx-auto max-w-6xl px-5 py-16">
        <h2 className="mb-8 text-center text-3xl sm:text-4xl">What it does</h2>
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
