import type { ComponentProps } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { TextField } from "../form-fields.tsx";

const inputs = {
  username: { label: "Username", type: "text", autoCapitalize: "none" },
  email: { label: "Email", type: "email", autoCapitalize: "none" },
  phone: { label: "Phone", type: "tel" },
  firstName: { label: "First Name", type: "text" },
  lastName: { label: "Last Name", type: "text" },
  address: { label: "Address", type: "text" },
} as const;

type UserFieldProps<Fields extends FieldValues> = Omit<ComponentProps<typeof TextField<Fields>>, "name" | "label"> & {
  name: FieldPath<Fields> & keyof typeof inputs;
};

/** A field for another person's data, which stops the browser from filling in the administrator's own. */
export function UserField<Fields extends FieldValues>({ name, ...field }: UserFieldProps<Fields>) {
  return <TextField {...field} {...inputs[name]} name={name} spellCheck={false} />;
}
