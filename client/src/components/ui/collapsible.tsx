import * as CollapsiblePrimitive from "@radix-ui/react-collapsible";
import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn.ts";

export const Collapsible = CollapsiblePrimitive.Root;

export function CollapsibleTrigger({
  className,
  children,
  ...props
}: ComponentProps<typeof CollapsiblePrimitive.Trigger>) {
  return (
    <CollapsiblePrimitive.Trigger
      className={cn("group flex base:min-h-11 w-full items-center gap-3 rounded-control text-start", className)}
      {...props}
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{children}</span>
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 text-ink-muted transition-transform duration-200 group-data-[state=open]:rotate-180"
      />
    </CollapsiblePrimitive.Trigger>
  );
}

export const CollapsibleContent = ({ children }: { children: ReactNode }) => (
  <CollapsiblePrimitive.Content className="overflow-hidden data-[state=closed]:animate-fold data-[state=open]:animate-unfold">
    {children}
  </CollapsiblePrimitive.Content>
);
