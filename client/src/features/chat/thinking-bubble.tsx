import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { BubbleTail } from "./bubble-tail.tsx";

/** Shown in place of the reply until its first word is there. */
export function ThinkingBubble({ avatarUrl, species }: { avatarUrl: string | null; species: string | null }) {
  return (
    <div className="flex gap-3 pb-12">
      <PetAvatar src={avatarUrl} species={species} size="sm" className="mt-1" />
      <p className="relative flex items-center gap-2.5 rounded-bubble bg-primary-soft px-4 py-2.5 text-ink-muted">
        <BubbleTail side="left" className="text-primary-soft" />
        <span aria-hidden="true" className="flex gap-1">
          {["0ms", "200ms", "400ms"].map((animationDelay) => (
            <span
              key={animationDelay}
              style={{ animationDelay }}
              className="size-2 animate-breathe rounded-full bg-primary"
            />
          ))}
        </span>
        <span>Thinking...</span>
      </p>
    </div>
  );
}
