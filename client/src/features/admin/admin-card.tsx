import { t } from "@lingui/core/macro";
import { type LucideIcon, Plus } from "lucide-react";
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useId,
  useState,
} from "react";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog.tsx";
import type { Elements } from "@/lib/elements.ts";
import { numberOf } from "@/lib/formats.ts";
import { type AdminMutation, useAdminMutation } from "./admin-queries.ts";
import { ResourceList, type ResourceRows } from "./resource-list.tsx";

type ShowDialog = (dialog: ReactElement | null) => void;
const DialogContext = createContext<ShowDialog>(() => {});

/** Replaces the dialog that is open; null closes it. */
export const useShowDialog = (): ShowDialog => useContext(DialogContext);

type AdminCardProps = {
  title: ReactNode;
  description?: ReactNode;
  action?: Elements;
  children: Elements;
};

export function AdminCard({ title, description, action, children }: AdminCardProps) {
  const titleId = useId();
  const [dialog, showDialog] = useState<ReactElement | null>(null);
  return (
    <DialogContext value={showDialog}>
      <Card aria-labelledby={titleId}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 id={titleId} className="text-2xl">
              {title}
            </h2>
            {description && <p className="text-ink-muted">{description}</p>}
          </div>
          {action}
        </div>
        {children}
        <Suspense>{dialog}</Suspense>
      </Card>
    </DialogContext>
  );
}

type AddButtonProps = { dialog: ReactElement; variant?: "primary" | "secondary"; icon?: LucideIcon; children: string };

export function AddButton({ dialog, variant = "primary", icon: Icon = Plus, children }: AddButtonProps) {
  const showDialog = useShowDialog();
  return (
    <Button variant={variant} onClick={() => showDialog(dialog)}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </Button>
  );
}

type ResourceCardProps<Row extends { id: string | number }> = Omit<AdminCardProps, "title" | "children"> &
  Omit<ComponentProps<typeof ResourceList<Row>>, "label" | "what"> & {
    title: string;
    what?: string;
    controls?: Elements;
  };

export function ResourceCard<Row extends { id: string | number }>({
  title,
  what = t`The ${{ title: title.toLowerCase() }}`,
  description,
  action,
  controls,
  list,
  ...rows
}: ResourceCardProps<Row>) {
  return (
    <AdminCard title={`${title}${countOf(list)}`} description={description} action={action}>
      {controls}
      <ResourceList {...rows} list={list} label={title} what={what} />
    </AdminCard>
  );
}

/** ' (3)', or ' (1,000+)' where there are more. */
const countOf = ({ total, isTotalExact = true }: Pick<ResourceRows<unknown>, "total" | "isTotalExact">): string =>
  total === undefined ? "" : ` (${numberOf(total)}${isTotalExact ? "" : "+"})`;

export type AdminDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** By default a button that closes it. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Escape does not close it either, because its content can't be shown again. */
  isSticky?: boolean;
  isBusy?: boolean;
  children: ReactNode;
};

/** A click outside does not close it, so that no typed text is lost. */
export function AdminDialog({ title, footer, isSticky = false, isBusy = false, ...dialog }: AdminDialogProps) {
  const showDialog = useShowDialog();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) showDialog(null);
      }}
      title={<span className="wrap-anywhere">{title}</span>}
      footer={
        footer ?? (
          <Button variant={isSticky ? "primary" : "outline"} onClick={() => showDialog(null)}>
            {t`Done`}
          </Button>
        )
      }
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => {
        if (isSticky) event.preventDefault();
      }}
    />
  );
}

type AdminQuestionProps = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
};

export function AdminQuestion({
  confirmLabel,
  pendingLabel,
  isPending,
  ...question
}: AdminQuestionProps & { isPending: boolean; onConfirm: () => void }) {
  const showDialog = useShowDialog();
  return (
    <ConfirmDialog
      {...question}
      open
      onOpenChange={(open) => {
        if (!open && !isPending) showDialog(null);
      }}
      confirmLabel={isPending ? pendingLabel : confirmLabel}
      busy={isPending}
    />
  );
}

type ChangeQuestionProps = AdminQuestionProps & Omit<AdminMutation<void, unknown>, "onSuccess" | "scope">;

export function ChangeQuestion({ title, description, confirmLabel, pendingLabel, ...change }: ChangeQuestionProps) {
  const showDialog = useShowDialog();
  const { mutate, isPending } = useAdminMutation({ ...change, onSuccess: () => showDialog(null) });
  return (
    <AdminQuestion
      {...{ title, description, confirmLabel, pendingLabel, isPending }}
      onConfirm={() => mutate(undefined)}
    />
  );
}
