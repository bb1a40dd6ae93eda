import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card.tsx";
import type { Elements } from "@/lib/elements.ts";

type AdminCardProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Shown beside the heading, usually a button that adds an item. */
  action?: Elements;
  children: Elements;
};

/** A card of the administration with a heading and an optional action. */
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

/**
 * Appends a count to a heading: 'Users (3)', or 'Users (1,000+)' where there are more. Without a count, the heading
 * only.
 */
export const countAfter = (title: string, count: number | undefined, isExact = true): string =>
  count === undefined ? title : `${title} (${count.toLocaleString("en-US")}${isExact ? "" : "+"})`;
