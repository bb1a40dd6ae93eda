import { Search } from "lucide-react";
import { useId } from "react";
import { limits } from "#shared/limits.ts";
import { Input } from "@/components/ui/input.tsx";
import { TooLongNote } from "@/components/ui/too-long.tsx";
import { cn } from "@/lib/cn.ts";

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** A field that searches while the person types. Its label is for screen readers only. */
export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={cn("min-w-0", className)}>
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-ink-muted"
        />
        <Input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="pl-10"
        />
      </div>
      <TooLongNote text={value} limit={limits.searchQuery} className="mt-1.5" />
    </div>
  );
}
