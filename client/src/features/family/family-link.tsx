import { plural, t } from "@lingui/core/macro";
import { ChevronRight, Users } from "lucide-react";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { Badge } from "@/components/ui/badge.tsx";

/** In the setup of a pet: the way to its family. */
export function FamilyLink({ pet }: { pet: Agent }) {
  const waiting = pet.contributionsWaiting ?? 0;
  return (
    <Link
      href={`/family/${pet.id}`}
      className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface-raised p-4 shadow-card sm:px-6"
    >
      <Users aria-hidden="true" className="size-6 shrink-0 text-secondary" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-bold font-display text-lg">{t`Family`}</span>
        <span className="wrap-anywhere text-ink-muted">{wordsFor(pet)}</span>
      </span>
      {waiting > 0 && (
        <Badge tone="primary">{plural(waiting, { one: "# contribution waits", other: "# contributions wait" })}</Badge>
      )}
      <ChevronRight aria-hidden="true" className="rtl:-scale-x-100 size-5 shrink-0 text-ink-muted" />
    </Link>
  );
}

function wordsFor({ name, sharedAs }: Agent): string {
  if (sharedAs === "contribute") return t`Add what you know of ${name}`;
  if (sharedAs === "talk") return t`What you may do with ${name}, and how to leave`;
  return t`Invite people to talk with ${name}`;
}
