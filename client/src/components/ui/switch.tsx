import * as SwitchPrimitive from "@radix-ui/react-switch";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";

export function Switch({ className, ...props }: ComponentProps<typeof SwitchPrimitive.Root>) {
  return (
    <SwitchPrimitive.Root
      className={cn(
        // The invisible ::before makes the target 44 px high.
        "relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-surface-sunken transition-colors duration-150 before:absolute before:-inset-2",
        "data-[state=checked]:border-secondary data-[state=checked]:bg-secondary disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
      {...props}
    >
      <SwitchPrimitive.Thumb className="block size-5 translate-x-[3px] rtl:-translate-x-[3px] rounded-full bg-line-strong transition-transform duration-150 data-[state=checked]:translate-x-[23px] rtl:data-[state=checked]:-translate-x-[23px] data-[state=checked]:bg-on-secondary" />
    </SwitchPrimitive.Root>
  );
}
