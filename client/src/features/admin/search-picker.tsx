import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useFieldControl } from "@/components/ui/field-context.ts";
import { controlStyle } from "@/components/ui/input.tsx";
import { menuItemStyle, menuPanelStyle } from "@/components/ui/menu-style.ts";
import { cn } from "@/lib/cn.ts";
import { limits } from "../../../../shared/limits.ts";
import { useSettled } from "./use-settled.ts";

export interface Choice {
  id: string;
  name: string;
  /** A second line, which tells two of the same name apart. */
  detail: string | null;
}

/** What a search for the typed text found; only the first of many are shown. */
export interface Choices {
  choices: readonly Choice[];
  total: number;
}

type SearchPickerProps = {
  placeholder: string;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  /** A hook of the caller: what is found for this text; nothing is asked while the list is closed. */
  useChoices: (q: string, isOpen: boolean) => Found;
};

interface Found {
  data: Choices | undefined;
  isError: boolean;
  /** What is shown was found for an earlier text. */
  isPlaceholderData: boolean;
}

/** A combobox whose list is searched on the server while one types. Use it inside a Field. */
export function SearchPicker({ placeholder, value, onChange, useChoices }: SearchPickerProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const settled = useSettled(typed.trim());
  const found = useChoices(settled, isOpen);
  // Enter must never take someone whom the typed text does not find.
  const isBehind = settled !== typed.trim() || found.isPlaceholderData;
  const choices = found.data?.choices ?? [];
  const marked = isOpen ? choices[Math.min(active, choices.length - 1)] : undefined;
  const wiring = useFieldControl({});

  const open = () => {
    setOpen(true);
    setActive(0);
  };
  const close = () => {
    setOpen(false);
    setTyped("");
  };
  const mark = (index: number) => {
    setActive(index);
    const option = choices[index];
    if (option) document.getElementById(`${listId}-${option.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const choose = (choice: Choice) => {
    onChange(choice);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) close();
    else if (event.key === "ArrowDown" && !isOpen) open();
    else if (event.key === "ArrowDown") mark(Math.min(active + 1, choices.length - 1));
    else if (event.key === "ArrowUp" && isOpen) mark(Math.max(active - 1, 0));
    else if (event.key === "Enter" && isOpen && (isBehind || marked === undefined)) return event.preventDefault();
    else if (event.key === "Enter" && marked !== undefined) choose(marked);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      <input
        {...wiring}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={marked === undefined ? undefined : `${listId}-${marked.id}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.searchQuery}
        placeholder={value === null ? placeholder : labelOf(value)}
        value={isOpen ? typed : value === null ? "" : labelOf(value)}
        onChange={(event) => {
          setTyped(isOpen || value === null ? event.target.value : typedBeside(labelOf(value), event.target.value));
          open();
        }}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={cn(controlStyle, "h-11 truncate pr-11")}
      />
      {value === null || isOpen ? (
        <ChevronDown
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4.5 text-ink-muted"
        />
      ) : (
        <button
          type="button"
          aria-label={`Clear ${value.name}`}
          onClick={() => onChange(null)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      )}
      {isOpen && (
        <div className={cn(menuPanelStyle, "absolute inset-x-0 top-full mt-1.5 overflow-hidden")}>
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={placeholder}
            // Before the input loses the focus, which would close the list.
            onMouseDown={(event) => event.preventDefault()}
            className="max-h-64 overflow-y-auto"
          >
            {choices.map((choice, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the input, which takes the keys and names the active option
              <div
                key={choice.id}
                id={`${listId}-${choice.id}`}
                role="option"
                aria-selected={choice.id === marked?.id}
                data-highlighted={choice.id === marked?.id ? "" : undefined}
                onMouseEnter={() => setActive(index)}
                onClick={() => choose(choice)}
                className={menuItemStyle}
              >
                <span className="flex min-w-0 flex-col">
                  <span className="wrap-anywhere font-bold">{choice.name}</span>
                  {choice.detail && <span className="wrap-anywhere text-ink-muted text-sm">{choice.detail}</span>}
                </span>
              </div>
            ))}
          </div>
          <p role="status" className="px-3 py-2 text-ink-muted text-sm empty:hidden">
            {statusOf(found, isBehind)}
          </p>
        </div>
      )}
    </div>
  );
}

const labelOf = ({ name, detail }: Choice): string => (detail ? `${name} (${detail})` : name);

/** Whoever types into a closed picker searches anew; the chosen name is not part of the search. */
const typedBeside = (label: string, text: string): string => (text.includes(label) ? text.replace(label, "") : "");

function statusOf({ data, isError }: Found, isBehind: boolean): string {
  if (isError) return "The list could not be loaded. Please check your connection.";
  if (data === undefined || isBehind) return "Searching...";
  if (data.choices.length === 0) return "Nothing found";
  const more = data.total - data.choices.length;
  return more > 0 ? `${more.toLocaleString()} more. Type to find them.` : "";
}
