import type { ComponentProps } from "react";
import { partOf } from "@/lib/part.ts";
import { Overlay } from "./overlay.tsx";
import type { SheetPanel } from "./sheet-panel.tsx";

const panel = partOf(() => import("./sheet-panel.tsx").then((module) => module.SheetPanel));

/** A panel that slides over the page from one side, 18rem wide. */
export const Sheet = (props: ComponentProps<typeof SheetPanel>) => <Overlay panel={panel} shown={props} />;
