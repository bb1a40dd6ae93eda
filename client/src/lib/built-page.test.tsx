import { act, render, screen } from "@testing-library/react";
import { type ComponentType, lazy, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { AsBuilt } from "./built-page.tsx";

function Page({ part }: { part: ComponentType }) {
  const [presses, setPresses] = useState(0);
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {presses}
      <AsBuilt part={part} className="wide" />
    </button>
  );
}

const picture = () => vi.fn(async () => ({ default: () => <em>a drawing</em> }));

it("leaves the HTML that the page came with as it is, also when the page changes, and loads no code for it", async () => {
  const load = picture();
  const part = lazy(load);
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = '<button type="button">0<div class="wide"><em>as the build drew it</em></div></button>';
  const drawn = root.querySelector("em");
  const onRecoverableError = vi.fn();
  const complaint = vi.spyOn(console, "error");
  const hydrated = await act(async () => hydrateRoot(root, <Page part={part} />, { onRecoverableError }));
  await act(async () => root.querySelector("button")?.click());
  expect(root.textContent).toBe("1as the build drew it");
  expect(root.querySelector("em")).toBe(drawn);
  expect([load, onRecoverableError, complaint].map(({ mock }) => mock.calls)).toEqual([[], [], []]);
  await act(async () => hydrated.unmount());
});

it("comes with its code where the browser makes the page", async () => {
  const load = picture();
  await act(async () => render(<Page part={lazy(load)} />));
  expect((await screen.findByText("a drawing")).parentElement?.className).toBe("wide");
  expect(load).toHaveBeenCalledTimes(1);
});
