import { t } from "@lingui/core/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import { type ThemeChoice, useTheme } from "@/lib/theme.ts";

export const themeChoices: { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: "light", label: t`Light`, icon: Sun },
  { value: "dark", label: t`Dark`, icon: Moon },
  { value: "system", label: t`System`, icon: Monitor },
];

export function ThemeSwitch({ className }: { className?: string }) {
  const { choice, setChoice } = useTheme();
  return (
    <fieldset className={cn("inline-flex rounded-full border border-line bg-surface-sunken p-1", className)}>
      <legend className="sr-only">{t`Theme`}</legend>
      {themeChoices.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          aria-pressed={choice === value}
          title={label}
          onClick={() => setChoice(value)}
          className="grid size-9 place-items-center rounded-full text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface-raised aria-pressed:text-primary aria-pressed:shadow-card pointer-coarse:size-11"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
    </fieldset>
  );
}
