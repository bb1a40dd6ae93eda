import * as MenuPrimitive from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn.ts";
import { rememberMenuButton } from "./dialog-focus.ts";
import { menuItemStyle, menuLabelStyle, menuPanelStyle } from "./menu-style.ts";

/** Not modal: Radix would hide the whole page from screen readers, with its focusable controls. */
export const DropdownMenu = (props: ComponentProps<typeof MenuPrimitive.Root>) => (
  <MenuPrimitive.Root modal={false} {...props} />
);
export const DropdownMenuTrigger = MenuPrimitive.Trigger;
export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      {/* A landmark of its own, because it lies outside of the page's. */}
      <section aria-label="Menu">
        <MenuPrimitive.Content
          ref={rememberMenuButton}
          sideOffset={6}
          collisionPadding={12}
          align="end"
          className={cn(
            menuPanelStyle,
            "min-w-[min(13rem,calc(100vw-1.5rem))] max-w-[min(22rem,calc(100vw-1.5rem))]",
            className,
          )}
          {...props}
        />
      </section>
    </MenuPrimitive.Portal>
  );
}

type DropdownMenuItemProps = ComponentProps<typeof MenuPrimitive.Item> & { tone?: "default" | "danger" };

export function DropdownMenuItem({ tone = "default", className, ...props }: DropdownMenuItemProps) {
  const danger = tone === "danger" && "text-danger data-highlighted:bg-danger-soft";
  return <MenuPrimitive.Item className={cn(menuItemStyle, danger, className)} {...props} />;
}

/** An item that is on or off. The menu stays open, so that the change can be seen. */
export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.CheckboxItem>) {
  return (
    <MenuPrimitive.CheckboxItem
      className={cn(menuItemStyle, "pr-10", className)}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-3.5">
        <Check aria-hidden="true" className="size-4.5 text-primary" />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}

/** One of several options; a dot marks the chosen one. */
export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(menuItemStyle, "pr-8", className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-3.5 size-2 rounded-full bg-primary" />
    </MenuPrimitive.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof MenuPrimitive.Label>) {
  return <MenuPrimitive.Label className={cn(menuLabelStyle, className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof MenuPrimitive.Separator>) {
  return <MenuPrimitive.Separator className={cn("mx-2 my-1.5 h-px bg-line", className)} {...props} />;
}
