import type { ComponentProps } from "react";

/** styles.css has the values for each theme. */
export const paint = {
  ink: "var(--art-ink)",
  fur: "var(--art-fur)",
  furDeep: "var(--art-fur-deep)",
  furPale: "var(--art-fur-pale)",
  cat: "var(--art-cat)",
  catDeep: "var(--art-cat-deep)",
  catPale: "var(--art-cat-pale)",
  blush: "var(--art-blush)",
  tongue: "var(--art-tongue)",
  teal: "var(--art-teal)",
  tealDeep: "var(--art-teal-deep)",
  amber: "var(--art-amber)",
  amberDeep: "var(--art-amber-deep)",
  glow: "var(--art-glow)",
  paper: "var(--art-paper)",
  paperShade: "var(--art-paper-shade)",
  paperLine: "var(--art-paper-line)",
  sky: "var(--art-sky)",
  hill: "var(--art-hill)",
  hillDeep: "var(--art-hill-deep)",
  leaf: "var(--art-leaf)",
  leafDeep: "var(--art-leaf-deep)",
  trunk: "var(--art-trunk)",
  cloud: "var(--art-cloud)",
  shade: "var(--art-shade)",
} as const;

export const pen = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round", strokeWidth: 3 } as const;

export type PictureProps = Omit<ComponentProps<"svg">, "viewBox" | "children" | "role"> & {
  /** Alternative text; without it screen readers skip the drawing. */
  label?: string;
};

type FrameProps = ComponentProps<"svg"> & { label?: string | undefined };

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

/** 240 by 190 units; pale paper stands out on it from a pale card. */
export function Backdrop({ x = 0 }: { x?: number }) {
  return (
    <path
      transform={`translate(${x} 0)`}
      d="M18 108 C 14 58 54 14 112 12 C 172 10 224 44 226 102 C 227 132 222 156 212 176 H 28 C 20 156 20 132 18 108 Z"
      fill={paint.sky}
    />
  );
}

type PawPrintProps = { x: number; y: number; scale?: number; turn?: number; fill: string; opacity?: number };

/** 20 units across around (x, y). */
export function PawPrint({ x, y, scale = 1, turn = 0, fill, opacity = 1 }: PawPrintProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`} fill={fill} opacity={opacity}>
      <path d="M0 -1 C 4.5 -1 9 3.6 9 7.4 C 9 10.4 6 11.4 3.8 10.7 C 1.4 10 -1.4 10 -3.8 10.7 C -6 11.4 -9 10.4 -9 7.4 C -9 3.6 -4.5 -1 0 -1 Z" />
      <ellipse cx={-4.2} cy={-7} rx={2.9} ry={3.9} transform="rotate(-8 -4.2 -7)" />
      <ellipse cx={4.2} cy={-7} rx={2.9} ry={3.9} transform="rotate(8 4.2 -7)" />
      <ellipse cx={-10.6} cy={-1} rx={2.7} ry={3.6} transform="rotate(-28 -10.6 -1)" />
      <ellipse cx={10.6} cy={-1} rx={2.7} ry={3.6} transform="rotate(28 10.6 -1)" />
    </g>
  );
}
