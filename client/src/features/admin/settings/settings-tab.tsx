import { Suspense } from "react";
import { Link, useSearch } from "wouter";
import { useUser } from "@/domain/session/session.ts";
import { cn } from "@/lib/cn.ts";
import { LoadingList } from "../resource-list.tsx";
import { settingsParts } from "./settings-parts.tsx";

/** An index of the settings, and the part that the address names. */
export function SettingsTab() {
  const user = useUser();
  const id = new URLSearchParams(useSearch()).get("part");
  const parts = settingsParts.filter((part) => part.mayOpen(user));
  const open = parts.find((part) => part.id === id) ?? settingsParts[0];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="Settings" className="grid gap-1 max-sm:grid-cols-2 max-lg:grid-cols-3 lg:sticky lg:top-22">
        {parts.map(({ id, label, summary }) => (
          <Link
            key={id}
            href={`/admin?tab=settings&part=${id}`}
            aria-current={id === open.id ? "page" : undefined}
            className={cn(
              "flex min-h-11 flex-col justify-center rounded-control px-3 py-2 hover:bg-surface-sunken",
              id === open.id && "bg-primary-soft text-primary",
            )}
          >
            <span className="font-bold">{label}</span>
            <span className="text-ink-muted text-sm max-lg:hidden">{summary}</span>
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Suspense fallback={<LoadingList />}>
          <open.Panel />
        </Suspense>
      </div>
    </div>
  );
}
