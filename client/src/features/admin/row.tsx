import { type ComponentProps, createContext, type ReactElement, type ReactNode, useContext, useId } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { cn } from "@/lib/cn.ts";
import type { Elements } from "@/lib/elements.ts";
import { useShowDialog } from "./admin-card.tsx";
import { type AdminMutation, useAdminMutation } from "./admin-queries.ts";

/** The ids of the elements that say to which row a button belongs. */
const RowContext = createContext<string | undefined>(undefined);

type RowProps = Omit<ComponentProps<"li">, "children"> & {
  icon?: Elements;
  name: ReactNode;
  mark?: Elements;
  children?: Elements;
  /** Why something can't be done here. */
  note?: string | undefined;
  actions?: Elements;
};

export function Row({ icon, name, mark, children, note, actions, className, ...item }: RowProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <RowContext value={note === undefined ? id : `${id} ${noteId}`}>
      <li className={cn("flex flex-wrap base:items-center gap-x-4 gap-y-3 base:py-4", className)} {...item}>
        <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
          {icon}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="wrap-anywhere min-w-0 font-bold only:w-full">
                <bdi>{name}</bdi>
              </p>
              {mark}
            </div>
            {children}
            {note !== undefined && (
              <p id={noteId} className="text-ink-muted text-sm">
                {note}
              </p>
            )}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </li>
    </RowContext>
  );
}

export const RowLine = ({ className, ...props }: ComponentProps<"p">) => (
  <p className={cn("wrap-anywhere text-ink-muted", className)} {...props} />
);

type RowButtonProps = ComponentProps<typeof Button> & {
  dialog?: ReactElement;
};

export function RowButton({ dialog, ...button }: RowButtonProps) {
  const showDialog = useShowDialog();
  return (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={useContext(RowContext)}
      {...(dialog && { onClick: () => showDialog(dialog) })}
      {...button}
    />
  );
}

type ChangeButtonProps<Result> = Omit<AdminMutation<void, Result>, "scope"> &
  Pick<ComponentProps<typeof Button>, "variant" | "size" | "disabled" | "aria-label" | "children">;

export function ChangeButton<Result>({ variant, size, disabled, children, ...rest }: ChangeButtonProps<Result>) {
  const { "aria-label": label, ...change } = rest;
  const { mutate, isPending } = useAdminMutation(change);
  const look = { variant: variant ?? "outline", size: size ?? "sm" } as const;
  return (
    <RowButton {...look} aria-label={label} disabled={disabled} busy={isPending} onClick={() => mutate(undefined)}>
      {children}
    </RowButton>
  );
}

type RowSwitchProps = Pick<AdminMutation<boolean, unknown>, "mutationFn" | "errorTitle" | "invalidates"> & {
  label: string;
  isOn: boolean;
  disabled?: boolean;
  successTitle?: string;
};

/** Shows at once what it was switched to. */
export function RowSwitch({ label, isOn, disabled = false, ...mutation }: RowSwitchProps) {
  const { mutate, isPending, variables } = useAdminMutation(mutation);
  return (
    <Switch
      aria-label={label}
      aria-describedby={useContext(RowContext)}
      className="ms-1"
      checked={isPending ? variables : isOn}
      disabled={disabled || isPending}
      onCheckedChange={(isOn) => mutate(isOn)}
    />
  );
}
