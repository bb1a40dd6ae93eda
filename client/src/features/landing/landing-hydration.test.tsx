import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { LandingPage } from "./landing-page.tsx";

const page = <LandingPage demoPet={{ name: "Tucker", language: "en-US", species: "dog", picture: null }} />;

it("takes a press to ask the pet only once it can be answered, so that none is lost", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(page);
  const presses = [...root.querySelectorAll("button")].filter(({ textContent }) =>
    /Hear Tucker answer|Do you love me/.test(textContent),
  );
  expect(presses.map(({ disabled }) => disabled)).toEqual([true, true]);
  const field = root.querySelector("input");
  if (field !== null) field.value = "Who is Gerald?";
  const hydrated = await act(async () => hydrateRoot(root, page));
  await vi.waitFor(() => expect(presses.map(({ disabled }) => disabled)).toEqual([false, false]));
  expect(root.querySelector<HTMLButtonElement>("button[aria-label=Send]")?.disabled).toBe(false);
  await act(async () => hydrated.unmount());
});
