import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";

type PrintSheetProps = {
  /** Name of the printed document; a browser proposes it for the file. */
  title: string;
  /** The printer's dialog is closed: take the sheet away. */
  onDone: () => void;
  children: ReactNode;
};

/**
 * Prints its children, and only them, as soon as it is mounted. On the screen it is not seen (styles.css): the print
 * view belongs to the page itself, because phones can't print a frame.
 */
export function PrintSheet({ title, onDone, children }: PrintSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const finish = useEffectEvent(onDone);

  useEffect(() => {
    const titleBefore = document.title;
    let isWanted = true;
    const done = () => finish();
    addEventListener("afterprint", done);
    void picturesOf(sheet.current).then(() => {
      if (!isWanted) return;
      document.title = title;
      window.print();
    });
    return () => {
      isWanted = false;
      document.title = titleBefore;
      removeEventListener("afterprint", done);
    };
  }, [title]);

  return createPortal(
    <div ref={sheet} className="print-sheet">
      {children}
    </div>,
    document.body,
  );
}

/** Resolves once they can be printed; one that can't be had is left out. */
async function picturesOf(sheet: HTMLElement | null): Promise<void> {
  const pictures = [...(sheet?.querySelectorAll("img") ?? [])];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
