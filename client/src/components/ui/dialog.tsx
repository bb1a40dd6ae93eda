import type { ComponentProps } from "react";
import { partOf } from "@/lib/part.ts";
import type { ConfirmPanel } from "./confirm-panel.tsx";
import type { DialogPanel } from "./dialog-panel.tsx";
import { Overlay } from "./overlay.tsx";
import type { SheetPanel } from "./sheet-panel.tsx";

const dialog = partOf(() => import("./dialog-panel.tsx").then((module) => module.DialogPanel));
const confirm = partOf(() => import("./confirm-panel.tsx").then((module) => module.ConfirmPanel));
const sheet = partOf(() => import("./sheet-panel.tsx").then((module) => module.SheetPanel));

/** Fills the screen of a phone; from 640 px up it is a centered panel. The children scroll, title and footer stay. */
export const Dialog = (props: ComponentProps<typeof DialogPanel>) => <Overlay panel={dialog} shown={props} />;

/** Asks before something that can't be taken back. */
export const ConfirmDialog = (props: ComponentProps<typeof ConfirmPanel>) => <Overlay panel={confirm} shown={props} />;

/** A panel that slides over the page from one side, 18rem wide. */
export const Sheet = (props: ComponentProps<typeof SheetPanel>) => <Overlay panel={sheet} shown={props} />;
