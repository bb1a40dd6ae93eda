import { PetAvatar } from "@/components/art/pet-avatar.tsx";

const turns = [
  { from: "owner", text: "Did you miss me today?" },
  {
    from: "pet",
    text: "I waited by the door from nine until you came. At noon I checked the window. At three I ate a sock, for morale.",
    source: "Diary: What does a usual day with me look like?",
  },
  { from: "owner", text: "Which sock?" },
  { from: "pet", text: "I'm just a pet. I don't keep records." },
] as const;

/** A short, invented chat, as an example. */
export function SampleChat() {
  return (
    <section aria-labelledby="sample-title" className="mx-auto max-w-3xl px-5 pb-16">
      <h2 id="sample-title" className="mb-6 text-center text-2xl sm:text-3xl">
        A letter from your pet, one bubble at a time
      </h2>
      <ul className="flex flex-col gap-3">
        {turns.map((turn) =>
          turn.from === "owner" ? (
            <li
              key={turn.text}
              className="max-w-[80%] self-end rounded-bubble rounded-br-md bg-secondary px-5 py-3 text-on-secondary"
            >
              {turn.text}
            </li>
          ) : (
            <li key={turn.text} className="flex max-w-[92%] items-end gap-3 self-start">
              <PetAvatar species="dog" size="md" />
              <div className="flex flex-col items-start gap-1.5">
                <p className="rounded-bubble rounded-bl-md border border-line bg-surface-raised px-5 py-3 shadow-card">
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
