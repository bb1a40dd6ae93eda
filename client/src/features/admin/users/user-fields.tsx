import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";

const inputs = {
  username: { label: "Username", type: "text" },
  email: { label: "Email", type: "email" },
  phone: { label: "Phone", type: "tel" },
  firstName: { label: "First Name", type: "text" },
  lastName: { label: "Last Name", type: "text" },
  address: { label: "Address", type: "text" },
} as const;

export type UserFieldName = keyof typeof inputs;

type UserFieldProps = {
  name: UserFieldName;
  value: string;
  error: string | undefined;
  required?: boolean;
  onChange: (value: string) => void;
};

/** The data of someone else: the browser is not to fill in the administrator's own. */
export function UserField({ name, value, error, required = false, onChange }: UserFieldProps) {
  const { label, type } = inputs[name];
  return (
    <Field label={label} error={error} required={required}>
      <Input
        name={name}
        type={type}
        autoComplete="off"
        autoCapitalize={name === "username" || name === "email" ? "none" : undefined}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
