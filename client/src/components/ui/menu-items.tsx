import { t } from "@lingui/core/macro";
import * as MenuPrimitive from "@radix-ui/react-dropdown-menu";
import { Check, ChevronDown, Languages } from "lucide-react";
import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn.ts";
import { pageDirection } from "@/lib/device.ts";
import { chooseLanguage, i18n } from "@/lib/i18n.tsx";
import { useTheme } from "@/lib/theme.ts";
import { rememberMenuButton } from "./dialog-focus.ts";
import { isLanguageChosen, languageChoices } from "./language-switch.tsx";
import { menuItemStyle, menuPanelStyle } from "./panel-style.ts";
import { themeChoices } from "./theme-switch.tsx";

type MenuPanelProps = {
  button: ReactElement;
  startsAtFirst: boolean;
  children: ReactNode;
};

/** Not modal, because Radix would hide the whole page from screen readers. */
export function MenuPanel({ button, startsAtFirst, children }: MenuPanelProps) {
  const isFirst = useRef(startsAtFirst);
  const onMenu = (menu: HTMLElement | null) => {
    rememberMenuButton(menu);
    if (menu === null || !isFirst.current) return;
    isFirst.current = false;
    menu.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")?.focus({ preventScroll: true });
  };
  return (
    <MenuPrimitive.Root dir={pageDirection()} modal={false} defaultOpen>
      <MenuPrimitive.Trigger asChild>{button}</MenuPrimitive.Trigger>
      <MenuPrimitive.Portal>
        {/* A landmark of its own, because it lies outside of the page's. */}
        <section aria-label={t`Menu`}>
          <MenuPrimitive.Content
            ref={onMenu}
            sideOffset={6}
            collisionPadding={12}
            align="end"
            className={cn(
              menuPanelStyle,
              "max-h-(--radix-dropdown-menu-content-available-height)",
              "min-w-[min(13rem,calc(100vw-1.5rem))] max-w-[min(22rem,calc(100vw-1.5rem))]",
            )}
          >
            {children}
          </MenuPrimitive.Content>
        </section>
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

export const MenuRadioGroup = MenuPrimitive.RadioGroup;

type MenuItemProps = ComponentProps<typeof MenuPrimitive.Item> & { tone?: "default" | "danger" };

export function MenuItem({ tone = "default", ...props }: MenuItemProps) {
  const danger = tone === "danger" && "text-danger data-highlighted:bg-danger-soft";
  return <MenuPrimitive.Item className={cn(menuItemStyle, danger)} {...props} />;
}

/** The menu stays open, so that the change can be seen. */
export function MenuCheckboxItem({ children, ...props }: ComponentProps<typeof MenuPrimitive.CheckboxItem>) {
  return (
    <MenuPrimitive.CheckboxItem
      className={cn(menuItemStyle, "pe-10")}
      onSelect={(event) => event.preventDefault()}
      {...props}
    >
      <span className="contents">{children}</span>
      <MenuPrimitive.ItemIndicator className="absolute end-3.5">
        <Check aria-hidden="true" className="size-4.5 text-primary" />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}

export function MenuRadioItem({ className, children, ...props }: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(menuItemStyle, "pe-8", className)} {...props}>
      <span className="contents">{children}</span>
      <MenuPrimitive.ItemIndicator className="absolute end-3.5 size-2 rounded-full bg-primary" />
    </MenuPrimitive.RadioItem>
  );
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <MenuPrimitive.Label className="px-3 pt-2 pb-1 font-bold text-ink-muted text-sm">{children}</MenuPrimitive.Label>
);

export const MenuSeparator = () => <MenuPrimitive.Separator className="mx-2 my-1.5 h-px bg-line" />;

/** The menu stays open, so that the change can be seen. */
export function ThemeMenuItems() {
  const { choice, setChoice } = useTheme();
  const choose = (value: string) => {
    const chosen = themeChoices.find((option) => option.value === value);
    if (chosen !== undefined) setChoice(chosen.value);
  };
  return (
    <>
      <MenuLabel>{t`Theme`}</MenuLabel>
      <MenuRadioGroup value={choice} aria-label={t`Theme`} onValueChange={choose}>
        {themeChoices.map(({ value, label, icon: Icon }) => (
          <MenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
            <Icon aria-hidden="true" />
            <span>{label}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}

/** Unfolded in the menu itself: a menu beside it would find no room on a phone. */
export function LanguageMenuItems() {
  const [isOpen, setOpen] = useState(false);
  if (!isLanguageChosen) return null;
  return (
    <>
      <MenuItem
        aria-expanded={isOpen}
        onSelect={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
        }}
      >
        <Languages aria-hidden="true" />
        <span>{t`Language`}</span>
        <ChevronDown aria-hidden="true" className={cn("ms-auto", isOpen && "rotate-180")} />
      </MenuItem>
      {isOpen && (
        <MenuRadioGroup value={i18n.locale} aria-label={t`Language`} onValueChange={(to) => chooseLanguage(to)}>
          {languageChoices.map(({ value, name }) => (
            <MenuRadioItem key={value} value={value} lang={value} className="ps-10">
              <span>{name}</span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      )}
      <MenuSeparator />
    </>
  );
}
