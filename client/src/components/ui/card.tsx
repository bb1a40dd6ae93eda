import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn.ts";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn(
        "flex min-w-0 flex-col base:gap-5 rounded-card border border-line bg-surface-raised base:p-5 shadow-card max-[16rem]:p-4 base:sm:p-6",
        className,
      )}
      {...props}
    />
  );
}

export const CardHeader = ({ children }: { children: ReactNode }) => (
  <header className="flex flex-col gap-1">{children}</header>
);

type CardTitleProps = ComponentProps<"h2"> & { as?: "h1" | "h2" | "h3" };

export function CardTitle({ as: Heading = "h2", className, ...props }: CardTitleProps) {
  return <Heading className={cn("base:text-xl", className)} {...props} />;
}

export const CardDescription = ({ children }: { children: ReactNode }) => <p className="text-ink-muted">{children}</p>;
