import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card.tsx";

type SetupStepProps = {
  number: number;
  /** A one-word name of the step. */
  step: string;
  title: string;
  description: ReactNode;
  /** Shown to the right of the title, for example a counter. */
  aside?: ReactNode;
  children: ReactNode;
};

export function SetupStep({ number, step, title, description, aside, children }: SetupStepProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <header className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-secondary-soft font-display font-semibold text-lg text-secondary"
        >
          {number}
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="font-bold text-ink-muted text-sm">
            <span className="sr-only">Step {number}: </span>
            {step}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            {aside}
          </div>
          <p className="text-ink-muted">{description}</p>
        </div>
      </header>
      {children}
    </Card>
  );
}
