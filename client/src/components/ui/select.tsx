import * as SelectPrimitive from "@radix-ui/react-select";
import { Check, ChevronDown } from "lucide-react";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { useFieldControl } from "./field-context.ts";
import { controlStyle } from "./input.tsx";
import { menuItemStyle, menuLabelStyle, menuPanelStyle } from "./menu-style.ts";

export const Select = SelectPrimitive.Root;
export const SelectGroup = SelectPrimitive.Group;

type SelectTriggerProps = Omit<ComponentProps<typeof SelectPrimitive.Trigger>, "children"> & { placeholder?: string };

export function SelectTrigger({ placeholder, className, ...props }: SelectTriggerProps) {
  const { required, ...wiring } = useFieldControl({
    id: props.id,
    "aria-describedby": props["aria-describedby"],
    "aria-invalid": props["aria-invalid"],
  });
  return (
    <SelectPrimitive.Trigger
      {...props}
      {...wiring}
      aria-required={required}
      aria-haspopup="dialog"
      className={cn(
        controlStyle,
        "flex h-11 items-center justify-between gap-2 pr-3 text-left data-placeholder:text-ink-muted [&>span]:truncate",
        className,
      )}
    >
      <SelectPrimitive.Value placeholder={placeholder} />
      <SelectPrimitive.Icon asChild>
        <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-ink-muted" />
      </SelectPrimitive.Icon>
    </SelectPrimitive.Trigger>
  );
}

/**
 * A dialog around the list: Radix makes an open list modal, with the page hidden from screen readers, and a list alone
 * does not tell that. The part that scrolls is the list itself.
 */
export function SelectContent({ className, children, ...props }: ComponentProps<typeof SelectPrimitive.Content>) {
  return (
    <SelectPrimitive.Portal>
      <SelectPrimitive.Content
        position="popper"
        sideOffset={6}
        collisionPadding={12}
        role="dialog"
        aria-modal="true"
        aria-label="Choices"
        className={cn(
          menuPanelStyle,
          "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)",
          className,
        )}
        {...props}
      >
        <SelectPrimitive.Viewport role="listbox" aria-label="Choices" tabIndex={0} className="max-h-80 outline-none">
          {children}
        </SelectPrimitive.Viewport>
        <InertPage />
      </SelectPrimitive.Content>
    </SelectPrimitive.Portal>
  );
}

/** Radix hides the page from screen readers while the list is open; so nothing in the page may take the focus either. */
function InertPage() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // Radix renders the content of a closed list too, outside of the document.
    if (mark.current?.isConnected !== true) return undefined;
    const others = [...document.body.children].filter(
      (element) => !element.contains(mark.current) && !element.hasAttribute("inert") && !isFocusGuard(element),
    );
    for (const element of others) element.setAttribute("inert", "");
    return () => {
      for (const element of others) element.removeAttribute("inert");
    };
  }, []);
  return <span ref={mark} hidden />;
}

const isFocusGuard = (element: Element): boolean => element.hasAttribute("data-radix-focus-guard");

export function SelectLabel({ className, ...props }: ComponentProps<typeof SelectPrimitive.Label>) {
  return <SelectPrimitive.Label className={cn(menuLabelStyle, className)} {...props} />;
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof SelectPrimitive.Item>) {
  return (
    <SelectPrimitive.Item className={cn(menuItemStyle, "pr-9", className)} {...props}>
      <SelectPrimitive.ItemText>{children}</SelectPrimitive.ItemText>
      <SelectPrimitive.ItemIndicator className="absolute right-3 text-primary">
        <Check aria-hidden="true" className="size-4.5" />
      </SelectPrimitive.ItemIndicator>
    </SelectPrimitive.Item>
  );
}
