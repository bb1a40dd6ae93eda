import { useEffect, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import type { InterviewMessage } from "./interview.ts";

type InterviewLogProps = { messages: readonly InterviewMessage[]; isReplying: boolean };

export function InterviewLog({ messages, isReplying }: InterviewLogProps) {
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to the end with every message
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, isReplying]);
  return (
    <div
      ref={log}
      role="log"
      aria-label="Interview with Will"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable without a mouse
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain p-4 focus-visible:-outline-offset-3"
    >
      {messages.map(({ id, role, content, spoken, petQuestion, questionId }) => (
        <p
          key={id}
          lang={petQuestion === null ? spoken?.language : undefined}
          className={cn(
            "max-w-[88%] whitespace-pre-line rounded-bubble px-4 py-2.5",
            role === "user" ? "self-end bg-secondary-soft" : "self-start bg-surface-sunken",
            role === "interviewer" && questionId !== null && "bg-primary-soft font-semibold",
          )}
        >
          <span className="sr-only">{role === "user" ? "You: " : "Will: "}</span>
          <span>{content}</span>
          {petQuestion !== null && (
            <>
              <span lang={petQuestion.language} dir="auto" className="block">
                {petQuestion.text}
              </span>
              {petQuestion.original !== null && (
                <span className="mt-1 block font-normal text-sm">{petQuestion.original}</span>
              )}
            </>
          )}
        </p>
      ))}
      {isReplying && <p className="animate-breathe px-1 text-ink-muted text-sm">Will is writing...</p>}
    </div>
  );
}
