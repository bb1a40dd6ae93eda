import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import { partOf, usePart } from "@/lib/part.ts";
import { toast } from "@/lib/toast.ts";
import { WHAT_TO_DO } from "./overlay.tsx";

export type MenuItems = typeof import("./menu-items.tsx");

const code = partOf(() => import("./menu-items.tsx"));

type MenuProps = {
  /** What opens it. */
  button: ReactElement<ComponentProps<"button">>;
  /** Its items, made of what is loaded with the menu. */
  children: (items: MenuItems) => ReactNode;
};

/** A menu whose code is loaded when it is first opened. */
export function Menu({ button, children }: MenuProps) {
  const [opened, setOpened] = useState<"by pointer" | "by key" | null>(null);
  const { value: items, error } = usePart(code, opened !== null);
  useEffect(() => {
    if (error === null) return;
    setOpened(null);
    toast({ title: "The menu could not be opened", description: WHAT_TO_DO, variant: "destructive" });
  }, [error]);
  if (items !== null && opened !== null)
    return (
      <items.MenuPanel button={button} startsAtFirst={opened === "by key"}>
        {children(items)}
      </items.MenuPanel>
    );
  return cloneElement(button, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-busy": opened !== null || undefined,
    onClick: ({ detail }) => setOpened(detail === 0 ? "by key" : "by pointer"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setOpened("by key");
    },
  });
}
