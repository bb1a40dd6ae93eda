/** The shared look of dialogs and sheets. */
export const overlayStyle =
  "fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

export const dialogPanelStyle = [
  "fixed z-50 flex flex-col bg-surface-raised text-ink shadow-card outline-none",
  "data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in",
].join(" ");
