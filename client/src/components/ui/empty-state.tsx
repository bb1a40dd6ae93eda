import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";

type EmptyStateProps = {
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  as?: "h1" | "h2" | "h3" | "p";
  className?: string;
};

export function EmptyState({ art, title, children, action, as: Title = "h2", className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        "mx-auto flex w-full min-w-0 max-w-md flex-col items-center gap-3 px-4 base:py-8 text-center",
        className,
      )}
    >
      {art && <div className="w-52 max-w-full [&>svg]:h-auto [&>svg]:w-full">{art}</div>}
      <Title className="font-display font-semibold text-xl">{title}</Title>
      {children && <div className="text-ink-muted">{children}</div>}
      {action && <div className="flex flex-wrap justify-center gap-3 pt-2">{action}</div>}
    </div>
  );
}
