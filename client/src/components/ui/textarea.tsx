import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { useFieldControl } from "./field.tsx";
import { controlStyle } from "./input.tsx";

type TextareaProps = ComponentProps<"textarea"> & {
  /** Grows with its text instead of scrolling, up to `maxRows`. */
  autoGrow?: boolean;
  maxRows?: number;
};

export function Textarea({ autoGrow = false, maxRows = 8, rows = 3, ref, className, ...props }: TextareaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);
  const limit = useRef(Number.POSITIVE_INFINITY);

  // Read once, because it makes the browser work out all styles of the page.
  useLayoutEffect(() => {
    if (autoGrow && own.current !== null) limit.current = heightOf(own.current, maxRows);
  }, [autoGrow, maxRows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (autoGrow && own.current !== null) resize(own.current, limit.current);
  }, [autoGrow, maxRows, props.value]);

  return (
    <textarea
      rows={rows}
      {...props}
      {...useFieldControl(props)}
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
      onInput={(event) => {
        if (autoGrow && props.value === undefined) resize(event.currentTarget, limit.current);
        props.onInput?.(event);
      }}
      className={cn(
        controlStyle,
        "block base:min-h-11 base:py-2.5 leading-6",
        autoGrow ? "resize-none" : "resize-y",
        className,
      )}
    />
  );
}

function heightOf(element: HTMLTextAreaElement, rows: number): number {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
  return Number.parseFloat(lineHeight) * rows + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
}

function resize(element: HTMLTextAreaElement, limit: number): void {
  element.style.height = "auto";
  const border = element.offsetHeight - element.clientHeight;
  element.style.height = `${Math.min(element.scrollHeight, limit) + border}px`;
  element.style.overflowY = element.scrollHeight > limit ? "auto" : "hidden";
}
