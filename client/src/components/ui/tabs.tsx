import * as TabsPrimitive from "@radix-ui/react-tabs";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";
import { pageDirection } from "@/lib/device.ts";

export const Tabs = (props: ComponentProps<typeof TabsPrimitive.Root>) => (
  <TabsPrimitive.Root dir={pageDirection()} className="flex min-w-0 flex-col gap-5" {...props} />
);

export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      className={cn(
        "flex gap-1 overflow-x-auto rounded-full border border-line bg-surface-sunken p-1 [scrollbar-width:none]",
        className,
      )}
      {...props}
    />
  );
}

export function TabsTrigger(props: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      className={cn(
        "inline-flex min-h-10 flex-1 shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-full px-4 font-bold text-ink-muted text-sm",
        "transition-colors duration-150 hover:text-ink disabled:opacity-55 pointer-coarse:min-h-11",
        "focus-visible:-outline-offset-2 data-[state=active]:bg-surface-raised data-[state=active]:text-ink data-[state=active]:shadow-card",
        "[&_svg:not([class*='size-'])]:size-4.5 [&_svg]:shrink-0",
      )}
      {...props}
    />
  );
}

export const TabsContent = (props: ComponentProps<typeof TabsPrimitive.Content>) => (
  <TabsPrimitive.Content className="rounded-card data-[state=active]:animate-fade-in" {...props} />
);
