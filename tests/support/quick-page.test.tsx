import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

afterEach(() => {
  document.body.innerHTML = "";
});

const page = `
  <style>.unused { color: red }</style>
  <main><p>Text <b>bold</b></p><ul><li>One</li></ul><input><input type="hidden"><button style="color: red">Press</button></main>
  <section hidden><p>Hidden</p></section>
  <div style="display: none"><p>Not displayed</p></div>
  <div style="visibility: hidden"><p>Hidden <i style="visibility: visible">but for this</i></p></div>
  <div style="pointer-events: none"><button>Out of reach</button><button style="pointer-events: auto">In reach</button></div>
  <dialog>Closed</dialog><dialog open>Open</dialog>
  <details><summary>First</summary><summary>Second</summary></details>
  <table><tbody><tr hidden><td>Cell</td></tr></tbody></table>
  <svg><title>Picture</title><g style="display: none"><path /></g></svg>
  <template></template><noscript></noscript><span>Inline</span>`;

/** Of every element, what the testing library asks. */
const styles = () =>
  [...document.body.querySelectorAll("*")].map((element) => {
    const style = window.document.defaultView?.getComputedStyle(element);
    const { display, visibility, pointerEvents } = style ?? {};
    return [element.outerHTML, display, visibility, pointerEvents, style?.getPropertyValue("display"), style?.color];
  });

/** The same, without what makes it quick. */
function jsdomsStyles() {
  const view = document.defaultView;
  if (view === null) throw new Error("There is no window.");
  const quick = view.getComputedStyle;
  view.getComputedStyle = globalThis.getComputedStyle;
  const found = styles();
  view.getComputedStyle = quick;
  return found;
}

it("tells the same styles as jsdom, also after the page has changed", () => {
  document.body.innerHTML = page;
  expect(styles()).toEqual(jsdomsStyles());
  document.querySelector("section")?.removeAttribute("hidden");
  document.querySelector("main")?.setAttribute("style", "visibility: hidden; pointer-events: none");
  expect(styles()).toEqual(jsdomsStyles());
  for (const sheet of document.querySelectorAll("style")) sheet.textContent = "b, li { display: none }";
  expect(styles()).toEqual(jsdomsStyles());
  expect(styles().some(([, display]) => display === "none")).toBe(true);
});

it("tells the same labels as jsdom", () => {
  document.body.innerHTML = `
    <label>Around <span><input></span><button>Second</button></label>
    <label for="far">Far</label><label for="far">Again</label><label for="">Nowhere</label><label for="none">No one</label>
    <label for="second">Around another <select></select></label>
    <input id="far"><textarea id="far"></textarea><button id="second">Press</button><progress></progress>
    <label><input type="hidden"><output></output></label><meter></meter>`;
  const labels = [...document.querySelectorAll("label")];
  const controls = [
    ...document.querySelectorAll<HTMLInputElement>("input, button, select, textarea, progress, output, meter"),
  ];
  for (const control of controls) {
    const own = labels.filter((label) => label.control === control);
    const told = control.labels === null ? null : [...control.labels].map((label) => labels.indexOf(label));
    const isHidden = control.type === "hidden";
    expect(told, control.outerHTML).toEqual(isHidden ? null : own.map((label) => labels.indexOf(label)));
  }
});

it("says of what is missing what there is in its place", async () => {
  document.body.innerHTML = "<p>Tucker</p>";
  expect(() => screen.getByText("Rufus")).toThrow(
    /Unable to find an element with the text: Rufus[\s\S]*<p>[\s\S]*Tucker/,
  );
  await expect(screen.findByText("Rufus", {}, { timeout: 1 })).rejects.toThrow(/Unable to find [\s\S]*Tucker/);
});
