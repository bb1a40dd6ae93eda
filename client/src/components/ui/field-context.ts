import { createContext, useContext } from "react";

export type FieldContextValue = {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

export const FieldContext = createContext<FieldContextValue | null>(null);

type ControlProps = {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
};

/** The attributes that a control inside a Field gets from it. The control's own attributes win. */
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
