import { plural, t } from "@lingui/core/macro";
import { ChevronRight, Flower2 } from "lucide-react";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { useMemorial } from "./memorial-queries.ts";

/** In the setup of a pet in memory: the way to its page, with how many words of guests wait. */
export function MemorialLink({ pet }: { pet: Agent }) {
  const memorial = useMemorial(pet.id);
  const waiting = memorial.data?.guestBook.filter(({ approvedAt }) => approvedAt === null).length ?? 0;
  return (
    <Link
      href={`/memorial-page/${pet.id}`}
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface-raised p-4 shadow-card sm:px-6"
    >
      <Flower2 aria-hidden="true" className="size-6 shrink-0 text-secondary" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-bold font-display text-lg">{t`Memorial page`}</span>
        <span className="wrap-anywhere text-ink-muted">
          {memorial.data?.isOpen === true
            ? t`Open to everybody who has the link`
            : t`A page in memory of ${{ name: pet.name }}, for those whom you give the link`}
        </span>
      </span>
      {waiting > 0 && (
        <Badge tone="primary">{plural(waiting, { one: "# entry waits", other: "# entries wait" })}</Badge>
      )}
      <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-5 shrink-0 text-ink-muted" />
    </Link>
  );
}
