/** The colors of all drawings; styles.css has their values for each theme. */
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

/** The stroke of every line in the drawings, so that they look drawn by one hand. */
export const pen = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round", strokeWidth: 3 } as const;
