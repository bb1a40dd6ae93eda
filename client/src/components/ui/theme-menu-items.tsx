import { useTheme } from "@/lib/theme.ts";
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from "./dropdown-menu.tsx";
import { themeChoices } from "./theme-switch.tsx";

/** The theme switch as items of a menu, which the arrow keys reach. The menu stays open, so that the change can be seen. */
export function ThemeMenuItems() {
  const { choice, setChoice } = useTheme();
  const choose = (value: string) => {
    const chosen = themeChoices.find((option) => option.value === value);
    if (chosen !== undefined) setChoice(chosen.value);
  };
  return (
    <>
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={choice} aria-label="Theme" onValueChange={choose}>
        {themeChoices.map(({ value, label, icon: Icon }) => (
          <DropdownMenuRadioItem key={value} value={value} onSelect={(event) => event.preventDefault()}>
            <Icon aria-hidden="true" />
            {label}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
