import type { Config } from "tailwindcss";

// The values live in client/src/styles.css, where both themes stand side by side. The default palette is left out on
// purpose: a colour that has no meaning here does not exist as a class.
const tokens = [
  "surface",
  "surface-raised",
  "surface-sunken",
  "ink",
  "ink-muted",
  "line",
  "line-strong",
  "primary",
  "primary-hover",
  "on-primary",
  "primary-soft",
  "secondary",
  "secondary-hover",
  "on-secondary",
  "secondary-soft",
  "danger",
  "danger-hover",
  "on-danger",
  "danger-soft",
  "success",
  "success-soft",
  "warning",
  "warning-soft",
  "ring",
  "scrim",
  "art-glow",
];

const config: Config = {
  // As `light-dark()` does in the tokens: the system decides unless <html> has the class of a choice.
  darkMode: [
    "variant",
    ["@media (prefers-color-scheme: dark) { &:where(:root:not(.light) *) }", "&:where(:root.dark *)"],
  ],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      inherit: "inherit",
      ...Object.fromEntries(tokens.map((name) => [name, `var(--${name})`])),
    },
    boxShadow: {
      none: "none",
      card: "0 1px 2px var(--shade), 0 10px 28px -10px var(--shade)",
    },
    extend: {
      fontFamily: {
        display: ["var(--face-display)", { fontVariationSettings: '"SOFT" 100' }],
        sans: "var(--face-text)",
      },
      borderRadius: { control: "12px", card: "16px", bubble: "22px" },
      transitionDuration: { DEFAULT: "180ms" },
      keyframes: {
        "fade-in": { from: { opacity: "0" } },
        "fade-out": { to: { opacity: "0" } },
        "rise-in": { from: { opacity: "0", transform: "translateY(10px) scale(0.98)" } },
        "sink-out": { to: { opacity: "0", transform: "translateY(6px) scale(0.98)" } },
        "from-start": { from: { transform: "translateX(calc(-100% * var(--to-end)))" } },
        "to-start": { to: { transform: "translateX(calc(-100% * var(--to-end)))" } },
        "from-end": { from: { transform: "translateX(calc(100% * var(--to-end)))" } },
        "to-end": { to: { transform: "translateX(calc(100% * var(--to-end)))" } },
        "swipe-out": {
          from: { transform: "translateX(var(--radix-toast-swipe-end-x))" },
          to: { transform: "translateX(110%)" },
        },
        breathe: { "50%": { opacity: "0.55" } },
      },
      animation: {
        "fade-in": "fade-in 180ms ease-out",
        "fade-out": "fade-out 150ms ease-in",
        "rise-in": "rise-in 220ms cubic-bezier(0.2, 0.9, 0.3, 1.1)",
        "sink-out": "sink-out 150ms ease-in",
        "from-start": "from-start 230ms cubic-bezier(0.2, 0.8, 0.2, 1)",
        "to-start": "to-start 180ms ease-in",
        "from-end": "from-end 230ms cubic-bezier(0.2, 0.8, 0.2, 1)",
        "to-end": "to-end 180ms ease-in",
        "swipe-out": "swipe-out 150ms ease-out",
        unfold: "unfold 200ms ease-out",
        fold: "unfold 180ms ease-in reverse",
        breathe: "breathe 1.6s ease-in-out infinite",
      },
    },
  },
};

export default config;
