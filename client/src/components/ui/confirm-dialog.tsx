import type { ComponentProps } from "react";
import { partOf } from "@/lib/part.ts";
import type { ConfirmPanel } from "./confirm-panel.tsx";
import { Overlay } from "./overlay.tsx";

const panel = partOf(() => import("./confirm-panel.tsx").then((module) => module.ConfirmPanel));

/** Asks before something that can't be taken back. */
export const ConfirmDialog = (props: ComponentProps<typeof ConfirmPanel>) => <Overlay panel={panel} shown={props} />;
