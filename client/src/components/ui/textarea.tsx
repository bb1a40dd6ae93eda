import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { useFieldControl } from "./field-context.ts";
import { controlStyle } from "./input.tsx";

type TextareaProps = ComponentProps<"textarea"> & {
  /** Grows with its text instead of scrolling, up to `maxRows`. */
  autoGrow?: boolean;
  maxRows?: number;
};

export function Textarea({ autoGrow = false, maxRows = 8, rows = 3, ref, className, ...props }: TextareaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (autoGrow && own.current !== null) resize(own.current, maxRows);
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
        if (autoGrow) resize(event.currentTarget, maxRows);
        props.onInput?.(event);
      }}
      className={cn(controlStyle, "block min-h-11 py-2.5 leading-6", autoGrow ? "resize-none" : "resize-y", className)}
    />
  );
}

function resize(element: HTMLTextAreaElement, maxRows: number): void {
  const style = getComputedStyle(element);
  const edges = element.offsetHeight - element.clientHeight;
  const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  const limit = Number.parseFloat(style.lineHeight) * maxRows + padding + edges;
  element.style.height = "auto";
  const wanted = element.scrollHeight + edges;
  element.style.height = `${Math.min(wanted, limit)}px`;
  element.style.overflowY = wanted > limit ? "auto" : "hidden";
}
