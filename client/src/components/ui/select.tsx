import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { lazyPart, useLazyPopup } from "@/lib/part.ts";
import { useFieldControl } from "./field.tsx";
import { SelectMark, type SelectProps, selectButtonStyle } from "./select-button.tsx";

const code = lazyPart(() => import("./select-list.tsx").then((module) => module.SelectList));

/** The code of its list is loaded when it is first opened. */
export function Select(props: SelectProps) {
  const { value, options, placeholder, disabled, className, ref } = props;
  const { required, ...wiring } = useFieldControl({});
  const { shown: List, isLoading, open } = useLazyPopup(code, t`The list`);
  const findTyped = useTypeAhead(options, value);
  if (List !== null) return <List {...props} />;
  const chosen = options.find((option) => option.value === value);
  return (
    <button
      ref={ref}
      type="button"
      role="combobox"
      disabled={disabled}
      {...wiring}
      aria-label={props["aria-label"]}
      aria-required={required}
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-busy={isLoading || undefined}
      className={cn(selectButtonStyle, className)}
      {...(chosen === undefined ? { "data-placeholder": "" } : {})}
      onClick={() => open("by pointer")}
      onKeyDown={(event) => {
        const { key, timeStamp } = event;
        if (key === "ArrowDown" || key === "ArrowUp") {
          event.preventDefault();
          open("by key");
        }
        const isLetter = key.length === 1 && key !== " " && !(event.ctrlKey || event.metaKey || event.altKey);
        const found = isLetter ? findTyped(key, timeStamp) : undefined;
        if (found !== undefined) props.onValueChange(found.value);
      }}
    >
      <span>{chosen?.label ?? placeholder}</span>
      <SelectMark />
    </button>
  );
}

/** After this pause the next letter begins a new search (specification, section 9). */
const RESET_MS = 1000;

/** Finds the next option after the chosen one whose label begins with the typed letters. */
function useTypeAhead<Option extends { value: string; label: string }>(
  options: readonly Option[],
  value: string,
): (letter: string, at: number) => Option | undefined {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  return (letter, at) => {
    const isNew = at - typed.current.at > RESET_MS;
    const text = (isNew ? letter : typed.current.text + letter).toLocaleLowerCase();
    typed.current = { text, at };
    // The same letter again and again goes through all options that begin with it.
    const isRepeated = [...text].every((each) => each === text[0]);
    const search = isRepeated ? (text[0] ?? "") : text;
    const chosen = options.findIndex((option) => option.value === value);
    const start = chosen + (search.length === 1 ? 1 : 0);
    const inTurn = [...options.slice(Math.max(0, start)), ...options.slice(0, Math.max(0, start))];
    return inTurn.find(({ label }) => label.toLocaleLowerCase().startsWith(search));
  };
}
