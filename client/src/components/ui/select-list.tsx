import { t } from "@lingui/core/macro";
import * as SelectPrimitive from "@radix-ui/react-select";
import { Check } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { pageDirection } from "@/lib/device.ts";
import { useFieldControl } from "./field.tsx";
import { menuItemStyle, menuPanelStyle } from "./panel-style.ts";
import { SelectMark, type SelectProps, selectButtonStyle } from "./select-button.tsx";

/** The list lies in a dialog: Radix makes an open list modal, and only a dialog tells screen readers so. */
export function SelectList({ options, placeholder, className, ref, "aria-label": name, ...select }: SelectProps) {
  const { required, ...wiring } = useFieldControl({});
  // For an unknown value Radix would show nothing in place of the placeholder.
  const chosen = options.find((option) => option.value === select.value);
  return (
    <SelectPrimitive.Root dir={pageDirection()} defaultOpen {...select} value={chosen?.value ?? ""}>
      <SelectPrimitive.Trigger
        ref={ref}
        {...wiring}
        aria-label={name}
        aria-required={required}
        aria-haspopup="dialog"
        className={cn(selectButtonStyle, className)}
      >
        {/* Radix would remove its own text as a text node, which a translated page no longer has. */}
        <SelectPrimitive.Value placeholder={<span>{placeholder}</span>}>
          <span>{chosen?.label}</span>
        </SelectPrimitive.Value>
        <SelectMark />
      </SelectPrimitive.Trigger>
      <SelectPrimitive.Portal>
        <SelectPrimitive.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          role="dialog"
          aria-modal="true"
          aria-label={t`Choices`}
          className={cn(
            menuPanelStyle,
            "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)",
          )}
        >
          <SelectPrimitive.Viewport
            role="listbox"
            aria-label={t`Choices`}
            tabIndex={0}
            className="max-h-80 outline-none"
          >
            {options.map((option) => (
              <SelectPrimitive.Item key={option.value} value={option.value} className={cn(menuItemStyle, "pe-9")}>
                <SelectPrimitive.ItemText>{option.label}</SelectPrimitive.ItemText>
                <SelectPrimitive.ItemIndicator className="absolute end-3 text-primary">
                  <Check aria-hidden="true" className="size-4.5" />
                </SelectPrimitive.ItemIndicator>
              </SelectPrimitive.Item>
            ))}
          </SelectPrimitive.Viewport>
          <InertPage />
        </SelectPrimitive.Content>
      </SelectPrimitive.Portal>
    </SelectPrimitive.Root>
  );
}

/**
 * Radix hides the page from screen readers while the list is open; so nothing in the page may take the focus either.
 */
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
