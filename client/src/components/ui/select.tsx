import { cn } from "@/lib/cn.ts";
import { partOf } from "@/lib/part.ts";
import { useFieldControl } from "./field-context.ts";
import { SelectMark, type SelectProps, selectButtonStyle } from "./select-button.tsx";
import { useOpened } from "./use-opened.ts";
import { useTypeAhead } from "./use-type-ahead.ts";

const code = partOf(() => import("./select-list.tsx").then((module) => module.SelectList));

/** One of several options. The code of its list is loaded when it is first opened. */
export function Select(props: SelectProps) {
  const { value, options, placeholder, disabled, className, ref } = props;
  const { required, ...wiring } = useFieldControl({});
  const { shown: List, isLoading, open } = useOpened(code, "The list");
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
