import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function LogoMark({ size = 36, ...props }: PictureProps & { size?: number }) {
  return (
    <Picture viewBox="0 0 48 48" width={size} height={size} {...props}>
      <circle cx={24} cy={6} r={3.6} stroke={paint.teal} {...pen} strokeWidth={3} />
      <path
        d="M24 8.5 C 35 8.5 43.5 16 43.5 26 C 43.5 36 35 43.5 24 43.5 C 21.6 43.5 19.4 43.2 17.3 42.5 L 9 46.4 C 7.9 46.9 6.7 45.9 7 44.7 L 8.7 37.6 C 6 34.5 4.5 30.5 4.5 26 C 4.5 16 13 8.5 24 8.5 Z"
        fill="var(--primary)"
      />
      <g fill="var(--on-primary)">
        <path d="M24 25.5 C 28 25.5 32 29.6 32 33.2 C 32 36 29.4 36.8 27.4 36.2 C 25.2 35.6 22.8 35.6 20.6 36.2 C 18.6 36.8 16 36 16 33.2 C 16 29.6 20 25.5 24 25.5 Z" />
        <ellipse cx={20.2} cy={19.6} rx={2.7} ry={3.6} transform="rotate(-8 20.2 19.6)" />
        <ellipse cx={27.8} cy={19.6} rx={2.7} ry={3.6} transform="rotate(8 27.8 19.6)" />
        <ellipse cx={14.2} cy={25} rx={2.5} ry={3.3} transform="rotate(-28 14.2 25)" />
        <ellipse cx={33.8} cy={25} rx={2.5} ry={3.3} transform="rotate(28 33.8 25)" />
      </g>
    </Picture>
  );
}

type LogoProps = {
  size?: number;
  className?: string;
  children?: ReactNode;
};

export function Logo({ size, className, children }: LogoProps) {
  return (
    <span
      className={cn(
        "inline-flex min-w-0 items-center gap-2.5 font-display font-semibold text-lg leading-tight",
        className,
      )}
    >
      <LogoMark {...(size === undefined ? {} : { size })} className="shrink-0" />
      {children && <span className="min-w-0">{children}</span>}
    </span>
  );
}
