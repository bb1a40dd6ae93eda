import { Search } from "lucide-react";
import { limits } from "#shared/limits.ts";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { cn } from "@/lib/cn.ts";

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** A field that searches while the person types. Its label is for screen readers only. */
export const SearchField = ({ label, placeholder, value, onChange, className }: SearchFieldProps) => (
  <Field label={label} hideLabel error={tooLong(value, limits.searchQuery)} className={cn("min-w-0", className)}>
    <div className="relative">
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-ink-muted"
      />
      <Input
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-10"
      />
    </div>
  </Field>
);
