import { t } from "@lingui/core/macro";
import { type ComponentProps, cloneElement, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { lazyPart, useLazyPopup } from "@/lib/part.ts";

export type MenuItems = typeof import("./menu-items.tsx");

const code = lazyPart(() => import("./menu-items.tsx"));

type MenuProps = {
  button: ReactElement<ComponentProps<"button">>;
  children: (items: MenuItems) => ReactNode;
};

/** A menu whose code is loaded when it is first opened. */
export function Menu({ button, children }: MenuProps) {
  const { shown: items, way, isLoading, open } = useLazyPopup(code, t`The menu`);
  if (items !== null)
    return (
      <items.MenuPanel button={button} startsAtFirst={way === "by key"}>
        {children(items)}
      </items.MenuPanel>
    );
  return cloneElement(button, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-busy": isLoading || undefined,
    onClick: ({ detail }) => open(detail === 0 ? "by key" : "by pointer"),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open("by key");
    },
  });
}
