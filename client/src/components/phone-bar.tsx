import { type ComponentProps, createContext, type RefCallback, useContext, useMemo, useState } from "react";

interface Places {
  /** In the header: what the chat has there. */
  bar: HTMLElement | null;
  /** In the menu; null while it is closed. */
  menu: HTMLElement | null;
  closeMenu: () => void;
}

/** On a phone the chat has no header of its own: the shell's header and menu leave room for what it needs. */
export const PhoneBar = createContext<Places | null>(null);

export const usePhoneBar = (): Places | null => useContext(PhoneBar);

export interface PhoneBarState {
  places: Places;
  barRef: RefCallback<HTMLElement>;
  menuRef: RefCallback<HTMLElement>;
}

export function usePhoneBarState(closeMenu: () => void): PhoneBarState {
  const [bar, barRef] = useState<HTMLElement | null>(null);
  const [menu, menuRef] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ bar, menu, closeMenu }), [bar, menu, closeMenu]);
  return { places, barRef, menuRef };
}

/** An entry of the menu, as its links look. */
export const MenuButton = (props: ComponentProps<"button">) => (
  <button
    type="button"
    className="flex min-h-11 items-center gap-3 rounded-control px-3 text-start font-semibold hover:bg-surface-sunken [&_svg]:size-5 [&_svg]:shrink-0"
    {...props}
  />
);
