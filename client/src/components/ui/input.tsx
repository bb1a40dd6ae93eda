import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "@/lib/cn.ts";
import { useFieldControl } from "./field.tsx";

/** 16 px, because an iPhone zooms in when a control with smaller text gets the focus. */
export const controlStyle = [
  "w-full min-w-0 rounded-control border border-line-strong bg-surface-raised px-3.5 text-base text-ink",
  "transition-[border-color,background-color] duration-150 placeholder:text-ink-muted hover:border-ink-muted",
  "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-surface-sunken disabled:text-ink-muted",
  "[&[readonly]]:bg-surface-sunken focus-visible:outline-offset-0",
].join(" ");

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return <input type={type} {...props} {...useFieldControl(props)} className={cn(controlStyle, "h-11", className)} />;
}

export function PasswordInput({ className, disabled, ...props }: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        disabled={disabled}
        type={shown ? "text" : "password"}
        className={cn("pr-12", className)}
      />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        disabled={disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-ink-muted transition-colors hover:text-ink disabled:opacity-55"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
