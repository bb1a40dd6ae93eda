import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { useTypedEarly } from "./typed-early.ts";

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
