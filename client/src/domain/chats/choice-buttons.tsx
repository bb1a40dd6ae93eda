import { t } from "@lingui/core/macro";
import type { Choice } from "#shared/api/chat.ts";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/cn.ts";

type ChoiceButtonsProps = {
  choices: readonly Choice[];
  /** The pet's, which the labels are in. */
  language: string;
  onPick: (choice: Choice) => void;
  isLarge?: boolean;
  className?: string;
};

export function ChoiceButtons({ choices, language, onPick, isLarge = false, className }: ChoiceButtonsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={t`Choose one`} lang={language} className={cn("flex flex-wrap gap-2", className)}>
      {choices.map((choice) => (
        <Button
          key={`${choice.label} ${choice.question}`}
          variant="outline"
          size={isLarge ? "lg" : "sm"}
          className={cn("wrap-anywhere min-w-0 max-w-full shrink border-primary", !isLarge && "min-h-11 text-base")}
          onClick={() => onPick(choice)}
        >
          <bdi>{choice.label}</bdi>
        </Button>
      ))}
    </div>
  );
}
