import { act, fireEvent } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { keepTyped, useTypedEarly } from "./built-page.tsx";

function Form() {
  const [fields, setFields] = useState({ username: "", password: "" });
  const form = useTypedEarly((typed) => setFields((now) => ({ ...now, ...typed })));
  return (
    <form ref={form}>
      <input name="username" value={fields.username} onChange={() => undefined} />
      <input name="password" value={fields.password} onChange={() => undefined} />
      <output>{fields.username.length > 0 ? `Hello, ${fields.username}` : "Who is there?"}</output>
    </form>
  );
}

it("keeps what was typed before the page's script ran", async () => {
  const page = document.createElement("div");
  document.body.append(page);
  page.innerHTML = renderToString(<Form />);
  const [username] = page.querySelectorAll("input");
  if (username !== undefined) username.value = "robin-owner";
  const root = await act(async () => hydrateRoot(page, <Form />));
  expect(page.querySelector("output")?.textContent).toBe("Hello, robin-owner");
  expect(username?.value).toBe("robin-owner");
  await act(async () => root.unmount());
});

it("keeps it, and the focus, also where React makes the page anew because it was translated before", async () => {
  const page = document.createElement("div");
  document.body.append(page);
  page.innerHTML = renderToString(<Form />).replace("Who is there?", "¿Quién es?");
  keepTyped(page);
  const [username] = page.querySelectorAll("input");
  username?.focus();
  if (username !== undefined) fireEvent.input(username, { target: { value: "robin-owner" } });
  const root = await act(async () => hydrateRoot(page, <Form />, { onRecoverableError: () => undefined }));
  const [anew] = page.querySelectorAll("input");
  expect(anew).not.toBe(username);
  expect(page.querySelector("output")?.textContent).toBe("Hello, robin-owner");
  expect(document.activeElement).toBe(anew);
  await act(async () => root.unmount());
});
