/** The colors are those of client/src/styles.css. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbf5ea, #211725);
  --raised: light-dark(#fffdf9, #2d2132);
  --sunken: light-dark(#f4ead9, #19111d);
  --ink: light-dark(#2f2033, #f9efe3);
  --muted: light-dark(#65536a, #c6b4c3);
  --line: light-dark(#e5d7c2, #453549);
  --primary: light-dark(#a8401c, #f4a077);
  --ring: light-dark(#6c3a80, #ffc877);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; }
h2 { margin: 2.5rem 0 .25rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 0; }
h4 { font-size: .9rem; margin: 1.25rem 0 .35rem; }
p { margin: .25rem 0; }
a { color: var(--primary); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: 4px; }
code, pre, .method { font: .85em/1.5 ui-monospace, monospace; }
.page { max-width: 60rem; margin: auto; padding: 2rem 1rem 6rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0; }
nav a { min-height: 44px; padding: .6rem .9rem; background: var(--raised); border: 1px solid var(--line); border-radius: 22px; line-height: 1.4; color: var(--ink); text-decoration: none; }
section > p { color: var(--muted); }
details { background: var(--raised); border: 1px solid var(--line); border-radius: 16px; margin: .6rem 0; }
summary { cursor: pointer; list-style-position: outside; margin-left: 1.5rem; padding: .7rem 1rem .7rem .25rem; min-height: 44px; }
.method { font-weight: 700; color: var(--primary); }
.inside { scroll-margin-top: 6rem; padding: 0 1rem 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
pre { margin: 0; padding: .75rem 1rem; background: var(--sunken); border-radius: 12px; white-space: pre-wrap; }
`;
