import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Elements } from "@/lib/elements.ts";

const DELAY_MS = 700;
/** Whoever goes on to the next control within this time does not wait again. */
const SKIP_DELAY_MS = 300;
const MARGIN = 8;

let closedAt = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  label: ReactNode;
  /** One element with an accessible name of its own, because the tooltip is only for the eye. */
  children: Elements;
};

export function Tooltip({ label, children }: TooltipProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [around, setAround] = useState<DOMRect | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = () => setAround(frame.current?.firstElementChild?.getBoundingClientRect() ?? null);
  const hide = () => {
    clearTimeout(timer.current);
    if (around !== null) closedAt = Date.now();
    setAround(null);
  };
  const showSoon = () => {
    timer.current = setTimeout(show, Date.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens to the control within it
    <span
      ref={frame}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && showSoon()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(":focus-visible") && show()}
      onBlur={hide}
      onKeyDown={({ key }) => key === "Escape" && hide()}
    >
      {children}
      {around !== null && createPortal(<TooltipText around={around}>{label}</TooltipText>, document.body)}
    </span>
  );
}

function TooltipText({ around, children }: { around: DOMRect; children: ReactNode }) {
  const place = (box: HTMLElement | null) => {
    if (box === null) return;
    const { width, height } = box.getBoundingClientRect();
    const middle = around.left + around.width / 2 - width / 2;
    const left = Math.max(MARGIN, Math.min(middle, document.documentElement.clientWidth - width - MARGIN));
    const isAbove = around.top > height + MARGIN;
    box.style.transform = `translate(${left}px, ${isAbove ? around.top - height : around.bottom}px)`;
  };
  return (
    <div ref={place} role="tooltip" className="fixed z-60 max-w-68 animate-fade-in p-1.5" style={{ top: 0, left: 0 }}>
      <div className="rounded-control bg-ink px-3 py-1.5 font-semibold text-sm text-surface-raised shadow-card">
        {children}
      </div>
    </div>
  );
}
