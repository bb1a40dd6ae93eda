import type { ComponentProps } from "react";
import { partOf } from "@/lib/part.ts";
import type { DialogPanel } from "./dialog-panel.tsx";
import { Overlay } from "./overlay.tsx";

const panel = partOf(() => import("./dialog-panel.tsx").then((module) => module.DialogPanel));

/** Fills the screen of a phone; from 640 px up it is a centered panel. The children scroll, title and footer stay. */
export const Dialog = (props: ComponentProps<typeof DialogPanel>) => <Overlay panel={panel} shown={props} />;
