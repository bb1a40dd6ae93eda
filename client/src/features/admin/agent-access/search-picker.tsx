import { t } from "@lingui/core/macro";
import { ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { limits } from "#shared/limits.ts";
import { tooLong, useFieldControl } from "@/components/ui/field.tsx";
import { controlStyle } from "@/components/ui/input.tsx";
import { menuItemStyle, menuPanelStyle } from "@/components/ui/panel-style.ts";
import { cn } from "@/lib/cn.ts";
import { numberOf } from "@/lib/formats.ts";
import { useDebounced } from "@/lib/use-debounced.ts";

/** A combobox whose choices the server searches. Use it inside a Field. */
export function SearchPicker({ placeholder, ...input }: SearchPickerInput & { placeholder: string }) {
  const { value, onChange } = input;
  const listId = useId();
  const optionId = (id: string) => `${listId}-${id}`;
  const picker = useSearchPicker(input, optionId);
  const wiring = useFieldControl({});
  return (
    <div className="relative">
      <input
        {...wiring}
        role="combobox"
        aria-expanded={picker.isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={picker.marked === undefined ? undefined : optionId(picker.marked.id)}
        autoComplete="off"
        spellCheck={false}
        placeholder={value === null ? placeholder : picker.label}
        value={picker.text}
        onChange={(event) => picker.onType(event.target.value)}
        onClick={picker.open}
        onBlur={picker.close}
        onKeyDown={picker.onKeyDown}
        className={cn(controlStyle, "h-11 truncate pe-11")}
      />
      {value === null || picker.isOpen ? (
        <ChevronDown
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 end-3 size-4.5 text-ink-muted"
        />
      ) : (
        <button
          type="button"
          aria-label={t`Clear ${{ name: value.name }}`}
          onClick={() => onChange(null)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-ink-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      )}
      {picker.isOpen && <ChoiceList id={listId} optionId={optionId} label={placeholder} picker={picker} />}
    </div>
  );
}

type ChoiceListProps = {
  id: string;
  optionId: (id: string) => string;
  label: string;
  picker: Pick<ReturnType<typeof useSearchPicker>, "choices" | "text" | "marked" | "status" | "choose" | "onPoint">;
};

const ChoiceList = ({ id, optionId, label, picker }: ChoiceListProps) => (
  <div className={cn(menuPanelStyle, "absolute inset-x-0 top-full mt-1.5 overflow-hidden")}>
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      // Keeps the focus in the input: without it the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      className="max-h-64 overflow-y-auto"
    >
      {picker.choices.map((choice, index) => (
        <ChoiceOption
          key={choice.id}
          id={optionId(choice.id)}
          choice={choice}
          isMarked={choice.id === picker.marked?.id}
          onPoint={() => picker.onPoint(index)}
          onChoose={() => picker.choose(choice)}
        />
      ))}
    </div>
    <p role="status" className="px-3 py-2 text-ink-muted text-sm empty:hidden">
      {tooLong(picker.text, limits.searchQuery) ?? picker.status}
    </p>
  </div>
);

type ChoiceOptionProps = {
  id: string;
  choice: Choice;
  isMarked: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

const ChoiceOption = ({ id, choice, isMarked, onPoint, onChoose }: ChoiceOptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the input, which takes the keys and names the active option
  <div
    id={id}
    role="option"
    aria-selected={isMarked}
    data-highlighted={isMarked ? "" : undefined}
    onMouseEnter={onPoint}
    onClick={onChoose}
    className={menuItemStyle}
  >
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere font-bold">{choice.name}</span>
      {choice.detail && <span className="wrap-anywhere text-ink-muted text-sm">{choice.detail}</span>}
    </span>
  </div>
);

export interface Choice {
  id: string;
  name: string;
  /** A second line, to distinguish choices with the same name. */
  detail: string | null;
}

export interface Choices {
  choices: readonly Choice[];
  total: number;
}

interface SearchResult {
  data: Choices | undefined;
  isError: boolean;
  isPlaceholderData: boolean;
}

interface SearchPickerInput {
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  /** A hook that searches for the text; it must not fetch while the list is closed. */
  useChoices: (q: string, isOpen: boolean) => SearchResult;
}

/** `optionId` makes the element id of a choice. */
function useSearchPicker({ value, onChange, useChoices }: SearchPickerInput, optionId: (id: string) => string) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const settled = useDebounced(typed.trim());
  const found = useChoices(settled, isOpen);
  // Enter must not choose someone from the result of an earlier text.
  const isBehind = settled !== typed.trim() || found.isPlaceholderData;
  const choices = found.data?.choices ?? [];
  const marked = isOpen ? choices[Math.min(active, choices.length - 1)] : undefined;
  const label = value === null ? "" : labelOf(value);

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
    if (option) document.getElementById(optionId(option.id))?.scrollIntoView({ block: "nearest" });
  };
  const choose = (choice: Choice) => {
    onChange(choice);
    close();
  };
  const onType = (text: string) => {
    setTyped(isOpen || value === null ? text : typedBeside(label, text));
    open();
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

  return {
    isOpen,
    text: isOpen ? typed : label,
    label,
    choices,
    marked,
    status: statusOf(found, isBehind),
    open,
    close,
    choose,
    onType,
    onKeyDown,
    onPoint: setActive,
  };
}

const labelOf = ({ name, detail }: Choice): string => (detail ? `${name} (${detail})` : name);

/** Typing into a closed picker begins a new search, without the chosen name. */
const typedBeside = (label: string, text: string): string => (text.includes(label) ? text.replace(label, "") : "");

function statusOf({ data, isError }: SearchResult, isBehind: boolean): string {
  if (isError) return t`The list could not be loaded. Please check your connection.`;
  if (data === undefined || isBehind) return t`Searching...`;
  if (data.choices.length === 0) return t`Nothing found`;
  const more = data.total - data.choices.length;
  return more > 0 ? t`${{ more: numberOf(more) }} more. Type to find them.` : "";
}
