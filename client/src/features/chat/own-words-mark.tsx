import { Feather } from "lucide-react";
import { useId, useState } from "react";
import { Tooltip } from "@/components/ui/tooltip.tsx";

/** Marks a reply that was taken from nothing; what that means comes as a tooltip, and stays after a press. */
export function OwnWordsMark({ name, isTeacher }: { name: string; isTeacher: boolean }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const words = explain(name, isTeacher);
  return (
    <div className="flex max-w-full flex-col items-start gap-1.5 pt-2 pl-1">
      <Tooltip label={words}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex items-center gap-1.5 rounded-full border border-line border-dashed px-3 py-1 text-ink-muted text-sm hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
        >
          <Feather aria-hidden="true" className="size-4 shrink-0" />
          <span>in my own words</span>
        </button>
      </Tooltip>
      {isOpen && (
        <p id={id} className="max-w-md px-3 text-ink-muted text-sm">
          {words}
        </p>
      )}
    </div>
  );
}

function explain(name: string, isTeacher: boolean): string {
  const origin = `Nothing in ${name}'s diary or documents answers this: these are ${name}'s own words, not a memory.`;
  return isTeacher
    ? `${origin} Add the true answer to the diary, and ${name} remembers it next time.`
    : `${origin} The owner may see the question, to write down the answer.`;
}
