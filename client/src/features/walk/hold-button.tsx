import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/lib/cn.ts";

export const HOLD_MS = 900;

type HoldButtonProps = { children: ReactNode; className?: string; onHeld: () => void };

/** A button that must be held down, so that touches in a pocket don't trigger it. */
export function HoldButton({ children, className, onHeld }: HoldButtonProps) {
  const [isHolding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A click without a pointer or key before it comes from assistive technology, which can't hold, so it counts. */
  const wasPressed = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const press = () => {
    if (isHolding) return;
    wasPressed.current = true;
    setHolding(true);
    timer.current = setTimeout(() => {
      setHolding(false);
      onHeld();
    }, HOLD_MS);
  };
  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };

  return (
    <button
      type="button"
      className={cn(
        "relative flex min-h-14 touch-none select-none items-center justify-center gap-2 overflow-hidden rounded-full border border-line-strong px-6 font-bold text-ink",
        className,
      )}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if ((event.key === "Enter" || event.key === " ") && !event.repeat) press();
      }}
      onKeyUp={release}
      onBlur={release}
      onClick={() => {
        if (!wasPressed.current) onHeld();
        wasPressed.current = false;
      }}
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 start-0 w-full origin-left rtl:origin-right bg-secondary-soft"
        style={{
          transform: `scaleX(${isHolding ? 1 : 0})`,
          transition: `transform ${isHolding ? HOLD_MS : 150}ms linear`,
        }}
      />
      <span className="relative flex items-center gap-2">{children}</span>
    </button>
  );
}
