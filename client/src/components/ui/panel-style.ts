export const menuPanelStyle = [
  "z-50 overflow-y-auto overflow-x-hidden rounded-card border border-line bg-surface-raised p-1.5 text-ink shadow-card outline-none",
  "data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in",
].join(" ");

export const menuItemStyle = [
  "relative flex min-h-10 w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-3 py-2 text-start outline-none",
  "pointer-coarse:min-h-11 base:data-highlighted:bg-surface-sunken data-disabled:pointer-events-none data-disabled:opacity-55",
  "[&_svg:not([class*='size-'])]:size-4.5 [&_svg]:shrink-0",
].join(" ");

export const overlayStyle =
  "fixed inset-0 z-50 base:bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

export const dialogPanelStyle = [
  "fixed z-50 flex flex-col bg-surface-raised text-ink shadow-card outline-none",
  "data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in",
].join(" ");
