import { t } from "@lingui/core/macro";
import { Languages } from "lucide-react";
import type { KeyboardEvent } from "react";
import { screenLanguages } from "#shared/screen-languages.ts";
import { useHydrated } from "@/lib/built-page.tsx";
import { cn } from "@/lib/cn.ts";
import { chooseLanguage, i18n } from "@/lib/i18n.tsx";
import { controlStyle } from "./input.tsx";

export const languageChoices = Object.entries(screenLanguages).map(([value, { name }]) => ({ value, name }));
export const isLanguageChosen = languageChoices.length > 1;

/** The browser's own list, because it also lies above an open `<dialog>`. Nothing where one language is offered. */
export function LanguageSwitch({ className }: { className?: string }) {
  const isReady = useHydrated();
  if (!isLanguageChosen) return null;
  return (
    <label className={cn("inline-flex max-w-full items-center gap-2", className)}>
      <Languages aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
      <span className="sr-only">{t`Language`}</span>
      <select
        value={i18n.locale}
        disabled={!isReady}
        // Else Firefox puts back what was chosen before the page was loaded anew.
        autoComplete="off"
        onChange={({ target }) => chooseLanguage(target.value)}
        onKeyDown={openByArrow}
        className={cn(controlStyle, "h-11")}
      >
        {languageChoices.map(({ value, name }) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** On Windows an arrow would choose the next language at once, and load the page in it. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (!("showPicker" in event.currentTarget)) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
