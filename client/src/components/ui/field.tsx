import { plural, t } from "@lingui/core/macro";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";

type FieldContextValue = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

const FieldContext = createContext<FieldContextValue | null>(null);

type ControlProps = {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
};

/** The attributes that a control gets from the Field around it. Its own attributes win. */
export function useFieldControl(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  const describedBy = [own["aria-describedby"], field?.describedBy].filter((id) => id !== undefined).join(" ");
  return {
    id: own.id ?? field?.id,
    required: own.required ?? (field?.required || undefined),
    "aria-describedby": describedBy === "" ? undefined : describedBy,
    "aria-invalid": own["aria-invalid"] ?? (field?.invalid || undefined),
  };
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  hideLabel?: boolean;
  id?: string;
  className?: string;
  children: Elements;
};

export const errorIdOf = (controlId: string): string => `${controlId}-error`;

/** A control with label, hint and error. Inputs, textareas and selects inside it connect themselves. */
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

/** The error for a text that is too long. Nothing is cut, so that what was pasted can be shortened. */
export function tooLong(text: string, limit: number): string | undefined {
  const over = text.trim().length - limit;
  if (over <= 0) return undefined;
  const most = limit.toLocaleString();
  const excess = plural(over, { one: "# character", other: "# characters" });
  return t`${excess} too many: at most ${most} fit.`;
}

type TooLongNoteProps = { text: string; limit: number; className?: string };

/** For a text control outside of a `Field`. */
export function TooLongNote({ text, limit, className }: TooLongNoteProps) {
  const said = tooLong(text, limit);
  // Always mounted, because screen readers announce only changes in an element that was there before.
  return (
    <div role="status" className={cn(said !== undefined && className)}>
      {said !== undefined && (
        <p className="flex items-start gap-1.5 font-semibold text-danger text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{said}</span>
        </p>
      )}
    </div>
  );
}
