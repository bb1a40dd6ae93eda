import type { ComponentProps } from "react";

export type PictureProps = Omit<ComponentProps<"svg">, "viewBox" | "children" | "role"> & {
  /** Alternative text. Without it screen readers skip the drawing. */
  label?: string;
};

type FrameProps = ComponentProps<"svg"> & { label?: string | undefined };

/** The frame of every illustration. */
export function Picture({ label, children, ...props }: FrameProps) {
  if (label === undefined) {
    return (
      <svg fill="none" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" {...props}>
        {children}
      </svg>
    );
  }
  return (
    <svg fill="none" xmlns="http://www.w3.org/2000/svg" role="img" aria-label={label} {...props}>
      {children}
    </svg>
  );
}
