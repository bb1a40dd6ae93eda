import { Overlay } from "@/components/ui/dialog.tsx";
import { lazyPart } from "@/lib/part.ts";
import type { EntryPanelProps } from "./entry-panel.tsx";

const panel = lazyPart(() => import("./entry-panel.tsx").then((module) => module.EntryPanel));

export const EntryDialog = (props: EntryPanelProps) => (
  <Overlay panel={panel} shown={{ ...props, open: true, onOpenChange: (open: boolean) => open || props.onClose() }} />
);
