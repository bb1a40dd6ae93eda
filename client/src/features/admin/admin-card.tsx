import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card.tsx";

type AdminCardProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The button that adds something. */
  action?: ReactNode;
  children: ReactNode;
};

/** A card with its heading and, beside it, what can be added. */
export function AdminCard({ title, description, action, children }: AdminCardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          {description && <p className="text-ink-muted">{description}</p>}
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}

/** '(3)' after a heading, once it is known. '(1,000+)' where there are more. */
export const countAfter = (title: string, count: number | undefined, isExact = true): string =>
  count === undefined ? title : `${title} (${count.toLocaleString("en-US")}${isExact ? "" : "+"})`;
