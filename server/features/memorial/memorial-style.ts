/** The colors of client/src/styles.css. */
export const memorialStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbf5ea, #211725);
  --raised: light-dark(#fffdf9, #2d2132);
  --ink: light-dark(#2f2033, #f9efe3);
  --muted: light-dark(#65536a, #c6b4c3);
  --line: light-dark(#e5d7c2, #453549);
  --line-strong: light-dark(#96806f, #907c96);
  --primary: light-dark(#a8401c, #f4a077);
  --on-primary: light-dark(#fffaf3, #2f140a);
  --soft: light-dark(#d9efea, #1f4044);
  --danger: light-dark(#ad1439, #ff9aa8);
  --ring: light-dark(#6c3a80, #ffc877);
}
:root.light { color-scheme: light; }
:root.dark { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 42rem; margin: auto; padding: 3rem 1rem 5rem; }
header { display: flex; flex-direction: column; align-items: center; text-align: center; }
header img { border-radius: 50%; object-fit: cover; margin-bottom: 1.5rem; border: 4px solid var(--raised); box-shadow: 0 2px 16px rgb(0 0 0 / .16); }
h1, h2, h3, .words { font-family: Georgia, "Noto Serif", serif; }
h1 { font-size: clamp(1.75rem, 6vw, 2.5rem); line-height: 1.2; margin: 0; }
h2 { font-size: 1.5rem; margin: 3rem 0 1rem; }
h3 { font-size: 1.0625rem; line-height: 1.4; color: var(--muted); margin: 0 0 .35rem; }
p { margin: 0; white-space: pre-line; unicode-bidi: isolate; }
.dates { color: var(--muted); margin-top: .5rem; }
.words { font-size: 1.1875rem; margin-top: 1.5rem; text-align: start; }
article, li, fieldset { background: var(--raised); border: 1px solid var(--line); border-radius: 16px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
.by { color: var(--muted); font-size: .9375rem; margin-top: .5rem; }
.muted, .by { color: var(--muted); }
.muted { font-size: .9375rem; margin-bottom: 1rem; }
fieldset { min-width: 0; padding: 1.25rem; }
legend { float: inline-start; width: 100%; padding: 0; margin-bottom: 1rem; }
label { display: block; clear: both; font-weight: 700; margin-bottom: .35rem; }
input, textarea { display: block; width: 100%; min-height: 44px; padding: .6rem .8rem; margin-bottom: 1rem; border: 1px solid var(--line-strong); border-radius: 12px; background: var(--surface); color: inherit; font: inherit; }
textarea { resize: vertical; }
[aria-invalid] { border-color: var(--danger); }
button { min-height: 44px; padding: .6rem 1.5rem; border: 0; border-radius: 22px; background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 700; cursor: pointer; }
fieldset:disabled button { cursor: not-allowed; opacity: .55; }
:is(input, textarea, button):focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.problem { clear: both; color: var(--danger); font-weight: 600; margin-bottom: .5rem; }
.thanks, .preview { background: var(--soft); padding: .75rem 1.25rem; text-align: center; }
.thanks { border-radius: 16px; margin-bottom: 1rem; }
@media print { form, .preview { display: none; } }
`;
