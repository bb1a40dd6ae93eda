import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { FieldContext } from "./field-context.ts";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do about it; the control becomes aria-invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** For a control that already carries its own id. */
  id?: string;
  className?: string;
  children: Elements;
};

/** The id of the error below a control. */
export const errorIdOf = (controlId: string): string => `${controlId}-error`;

/**
 * A control with label, hint and error. An Input, Textarea, PasswordInput or SelectTrigger inside it connects itself.
 */
export function Field({ label, hint, error, required = false, hideLabel, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? errorIdOf(controlId) : undefined;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(" ");

  return (
    <FieldContext
      value={{
        id: controlId,
        describedBy: describedBy === "" ? undefined : describedBy,
        invalid: Boolean(error),
        required,
      }}
    >
      <div className={cn("flex flex-col gap-1.5", className)}>
        <Label htmlFor={controlId} className={cn(hideLabel && "sr-only")}>
          {label}
        </Label>
        {children}
        {hint && (
          <p id={hintId} className="text-ink-muted text-sm">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="flex items-start gap-1.5 font-semibold text-danger text-sm">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </FieldContext>
  );
}

function Label({ className, ...props }: ComponentProps<"label">) {
  // biome-ignore lint/a11y/noLabelWithoutControl: whoever uses it names its control
  return <label className={cn("font-bold text-ink text-sm leading-snug", className)} {...props} />;
}
