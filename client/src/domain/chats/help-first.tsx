import { t } from "@lingui/core/macro";
import { LifeBuoy } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";

export function HelpFirst({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        "wrap-anywhere flex max-w-full gap-3 rounded-card border-2 border-warning bg-warning-soft px-4 py-3 text-start",
        className,
      )}
    >
      <LifeBuoy aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-bold">{t`Help first`}</p>
        <p dir="auto">{children}</p>
      </div>
    </div>
  );
}
