import { type KeyboardEvent, useState } from "react";
import { useSettled } from "@/lib/use-settled.ts";

export interface Choice {
  id: string;
  name: string;
  /** A second line, to distinguish choices with the same name. */
  detail: string | null;
}

/** The result of a search for the typed text; of many, only the first. */
export interface Choices {
  choices: readonly Choice[];
  total: number;
}

interface Found {
  data: Choices | undefined;
  isError: boolean;
  /** Whether the choices were found for an earlier text. */
  isPlaceholderData: boolean;
}

export interface SearchPickerInput {
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  /** A hook of the caller that searches for this text; it must not fetch while the list is closed. */
  useChoices: (q: string, isOpen: boolean) => Found;
}

/** The state and the keys of a picker. The focus stays in the input; `optionId` makes the element id of a choice. */
export function useSearchPicker({ value, onChange, useChoices }: SearchPickerInput, optionId: (id: string) => string) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const settled = useSettled(typed.trim());
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

/** The text typed into a closed picker, without the chosen name, because typing there begins a new search. */
const typedBeside = (label: string, text: string): string => (text.includes(label) ? text.replace(label, "") : "");

function statusOf({ data, isError }: Found, isBehind: boolean): string {
  if (isError) return "The list could not be loaded. Please check your connection.";
  if (data === undefined || isBehind) return "Searching...";
  if (data.choices.length === 0) return "Nothing found";
  const more = data.total - data.choices.length;
  return more > 0 ? `${more.toLocaleString()} more. Type to find them.` : "";
}
