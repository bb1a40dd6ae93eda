import { t } from "@lingui/core/macro";
import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card.tsx";
import type { Elements } from "@/lib/elements.ts";

const STEPS = 4;

type SetupStepProps = {
  number: number;
  title: string;
  description: ReactNode;
  aside?: Elements;
  children: Elements;
};

export function SetupStep({ number, title, description, aside, children }: SetupStepProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <header className="flex items-start gap-4 max-[16rem]:flex-col max-[16rem]:gap-2">
        <p className="grid size-11 shrink-0 place-items-center rounded-full bg-secondary-soft font-display font-semibold text-lg text-secondary">
          <span aria-hidden="true">{number}</span>
          <span className="sr-only">{t`Step ${number} of ${STEPS}`}</span>
        </p>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
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
