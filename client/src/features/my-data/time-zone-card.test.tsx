import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyData, OwnTimeZone } from "#shared/api/my-data.ts";
import { showPage } from "#tests/support/page.tsx";
import { useMyData } from "./api.ts";
import { TimeZoneCard, timeZoneOptions } from "./time-zone-card.tsx";

let stored: OwnTimeZone;
let refusal: string | null;
let sent: unknown[];

beforeEach(() => {
  stored = { name: "Europe/Berlin", changeableFrom: null };
  refusal = null;
  sent = [];
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit = {}) => {
    const data: MyData = {
      ...{ accountName: "robin-walker", timeZone: stored, pets: [], importRefusal: null, deletionRefusal: null },
      counts: {
        ...{ pets: 0, diaryAnswers: 0, petMemories: 0, documents: 0, photos: 0, memories: 0, memoriesOfOthers: 0 },
        ...{ chats: 0, chatsOfOthers: 0, audio: 0 },
      },
      remembering: [],
    };
    if (path !== "/api/my-data/time-zone") return Response.json(data);
    const asked = JSON.parse(String(body));
    sent.push(asked);
    stored = { name: refusal === null ? asked.timeZone : "Asia/Tokyo", changeableFrom: "2099-05-04T22:00:00.000Z" };
    if (refusal !== null) return Response.json({ error: refusal, code: "changed_today" }, { status: 409 });
    return Response.json(stored);
  });
});

function Shown() {
  const { data } = useMyData();
  return data === undefined ? null : <TimeZoneCard timeZone={data.timeZone} />;
}

const zone = () => screen.findByRole<HTMLButtonElement>("combobox", { name: "Your time zone" });
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Change time zone" });

async function choose(place: string) {
  const user = userEvent.setup();
  await user.click(await zone());
  await user.click(await screen.findByRole("option", { name: place }));
  await user.click(button());
}

it("shows the account's time zone, changes it, and then says from when on it can be changed again", async () => {
  showPage(<Shown />);
  expect((await zone()).textContent).toContain("Berlin, Europe");
  expect(button().disabled).toBe(true);
  await choose("Tokyo, Asia");
  expect(await screen.findByText(/^It was set today\. You can change it from .*2099.* on\.$/)).toBeTruthy();
  expect(sent).toEqual([{ timeZone: "Asia/Tokyo" }]);
  expect((await zone()).textContent).toContain("Tokyo, Asia");
  expect((await zone()).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Change time zone" })).toBeNull();
});

it("says why it could not be changed, and shows what another device changed it to", async () => {
  refusal = "Your time zone was set today already.";
  showPage(<Shown />);
  await choose("Lima, America");
  expect(await screen.findByText(refusal)).toBeTruthy();
  await vi.waitFor(async () => expect((await zone()).textContent).toContain("Tokyo, Asia"));
});

it("says that none is known", async () => {
  stored = { name: null, changeableFrom: null };
  showPage(<Shown />);
  expect((await zone()).textContent).toContain("Not known (UTC)");
});

it("the choices begin with this device, each is there once, and what is set is among them", () => {
  const choices = timeZoneOptions("America/Los_Angeles", "Asia/Kolkata");
  expect(choices[0]).toEqual({ value: "America/Los_Angeles", label: "This device: Los Angeles, America" });
  const values = choices.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(["UTC", "Asia/Kolkata", "Europe/Berlin"]));
});
