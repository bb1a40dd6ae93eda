import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";

type PrintSheetProps = {
  /** Browsers propose it as the file name. */
  title: string;
  onDone: () => void;
  children: ReactNode;
};

/**
 * Prints its children, and only them, as soon as it is mounted (styles.css hides it on the screen). Not an iframe,
 * because phones can't print a frame.
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

async function picturesOf(sheet: HTMLElement | null): Promise<void> {
  const pictures = [...(sheet?.querySelectorAll("img") ?? [])];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
