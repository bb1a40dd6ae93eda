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
import type { Elements } from "@/lib/elements.ts";
import { ResourceList, type ResourceRows } from "./resource-list.tsx";

type ShowDialog = (dialog: ReactElement | null) => void;
const DialogContext = createContext<ShowDialog>(() => {});

/** Shows a dialog over the card, in place of the one that is open; null closes it. */
export const useShowDialog = (): ShowDialog => useContext(DialogContext);

type AdminCardProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Shown beside the heading, usually a button that adds an item. */
  action?: Elements;
  children: Elements;
};

/** A card of the administration, with the dialogs of what is in it. */
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
    /** The rows in a sentence, such as 'The roles'. */
    what?: string;
    /** Above the list, such as a search field. */
    controls?: Elements;
  };

/** A list of the administration: its heading with the count, what adds to it, what searches it, and its rows. */
export function ResourceCard<Row extends { id: string | number }>({
  title,
  what = `The ${title.toLowerCase()}`,
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
  total === undefined ? "" : ` (${total.toLocaleString("en-US")}${isTotalExact ? "" : "+"})`;
