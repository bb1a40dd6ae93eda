import { useTheme } from "@/lib/theme.ts";
import type { MenuItems } from "./menu.tsx";
import { themeChoices } from "./theme-switch.tsx";

/** The theme switch as items of a menu, which the arrow keys reach. The menu stays open, so that the change can be seen. */
export function ThemeMenuItems({ MenuLabel, MenuRadioGroup, MenuRadioItem }: MenuItems) {
  const { choice, setChoice } = useTheme();
  const choose = (value: string) => {
    const chosen = themeChoices.find((option) => option.value === value);
    if (chosen !== undefined) setChoice(chosen.value);
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup value={choice} aria-label="Theme" onValueChange={choose}>
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
