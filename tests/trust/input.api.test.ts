import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAgents } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { createSession } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { searchChats } from "#shared/api/history.ts";
import { testVoice } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { brokenJson, naughtyTexts } from "../fixtures/hostile-input.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { newPet, type Visitor } from "../support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner("hostile-owner");
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

const json = { "Content-Type": "application/json" };
const send = (method: string, path: string, body: string | undefined, by: Visitor = owner, headers = json) =>
  by.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) });
const isAlive = async () => (await owner.fetch("/api/agents")).status === 200;

const AT_ONCE = 3;

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
}

/** As many texts side by side as fit into one field; those that fit into none stand alone. */
function bundles(texts: readonly string[], length: number): string[] {
  const made = [""];
  for (const text of texts) {
    const joined = `${made.at(-1)}·${text}`;
    if (joined.length <= length) made[made.length - 1] = joined;
    else made.push(text);
  }
  return made;
}

describe("a hostile text", () => {
  const texts = naughtyTexts();

  it("as a name is kept as it is or refused, each of more than five hundred [T99]", async () => {
    expect(texts.length).toBeGreaterThanOrEqual(515);
    for (const text of bundles(texts, limits.agentName)) {
      const response = await send("PUT", `/api/agents/${agentId}`, JSON.stringify({ name: text }));
      const isTooLong = [...text.trim()].length > limits.agentName;
      const isBlank = text.replaceAll("\u0000", "").trim() === "";
      expect(response.status, JSON.stringify(text)).toBe(isTooLong || isBlank ? 400 : 200);
      // What the database can't hold is left out, and white space around it.
      const kept = text.replaceAll("\u0000", "").toWellFormed().trim();
      if (response.status === 200) expect((await response.json()).name, JSON.stringify(text)).toBe(kept);
    }
    expect(await isAlive()).toBe(true);
  });

  it("as a search is looked for as it is or refused [T99]", async () => {
    await inTurns(bundles(texts, limits.searchQuery), async (text) => {
      const { status } = await owner.attempt(searchChats, { body: { query: text } });
      expect([200, 400], JSON.stringify(text)).toContain(status);
    });
    expect(await isAlive()).toBe(true);
  });

  it("as a pattern costs a search nothing: signs of patterns are letters [T100]", async () => {
    for (const pattern of [
      "%".repeat(200),
      "_".repeat(200),
      "%_".repeat(100),
      "(a+)+$",
      "(".repeat(200),
      "\\".repeat(199),
    ]) {
      const answer = await owner.call(searchChats, { body: { query: pattern } });
      expect(answer.sessions).toEqual([]);
    }
  });
});

describe("broken JSON", () => {
  const texts = brokenJson();

  it("is refused with a sentence, each of almost two hundred [T101]", async () => {
    expect(texts.length).toBeGreaterThanOrEqual(188);
    await inTurns(texts, async (text) => {
      const response = await send("POST", "/api/auth/login", text, app.visitor());
      expect(response.status, JSON.stringify(text)).toBe(400);
      expect(await response.json()).toMatchObject({ error: expect.any(String), code: "invalid_input" });
    });
    expect(await isAlive()).toBe(true);
  });

  it("is not taken for nothing where nothing has to be sent [T101]", async () => {
    for (const text of texts.slice(0, 5)) expect((await send("PUT", `/api/agents/${agentId}`, text)).status).toBe(400);
  });
});

describe("a body of the wrong shape", () => {
  it.each([
    ["nothing", undefined],
    ["an array", "[]"],
    ["numbers for words", '{"name":1,"systemPrompt":2,"language":3}'],
    ["objects for words", '{"name":{"toString":"x"}}'],
  ])("ends no process, at every call that takes one: %s [T102]", async (kind, body) => {
    const calls = app.registered.filter(({ contract }) => contract.body !== undefined && contract.method !== "GET");
    expect(calls.length).toBeGreaterThan(15);
    const admin = await app.admin();
    await inTurns(calls, async ({ contract }) => {
      const path = contract.path.replaceAll(/:\w+/g, () => randomUUID());
      const { status } = await send(contract.method, path, body, admin);
      const call = `${contract.method} ${contract.path}`;
      expect(status, call).toBeLessThan(500);
      if (kind.includes("array")) expect(status, call).not.toBe(200);
    });
    expect(await isAlive()).toBe(true);
  });

  it.each([
    ["an array", "[]"],
    ["a text", '"text"'],
    ["null", "null"],
    ["objects for words", '{"name":{"toString":"x"},"answer":{},"message":[],"questionId":{}}'],
  ])("is refused where what it is for is there and is one's own: %s [T102]", async (_kind, body) => {
    const { id: sessionId } = await owner.call(createSession, { body: { agentId } });
    const own = [
      ["PUT", `/api/agents/${agentId}`],
      ["POST", `/api/agents/${agentId}/diary/answers`],
      ["POST", `/api/agents/${agentId}/diary/entries`],
      ["POST", `/api/agents/${agentId}/chat`],
      ["POST", `/api/agents/${agentId}/chat/stream`],
      ["POST", "/api/sessions"],
      ["POST", "/api/help-assistant"],
    ] as const;
    const before = await (await owner.fetch(`/api/agents/${agentId}`)).json();
    for (const [method, path] of own) {
      const response = await send(method, path, body);
      expect(response.status, path).toBe(400);
      expect(await response.json(), path).toMatchObject({ error: expect.any(String), code: "invalid_input" });
    }
    expect(await (await owner.fetch(`/api/agents/${agentId}`)).json()).toEqual(before);
    expect(await (await owner.fetch(`/api/sessions/${sessionId}/messages`)).json()).toEqual([]);
  });

  it.each([
    ["objects", 20_000, (depth: number) => `{"a":`.repeat(depth) + 1 + "}".repeat(depth)],
    ["arrays", 100_000, (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
    ["33 objects", 33, (depth: number) => `{"a":`.repeat(depth) + 1 + "}".repeat(depth)],
  ])("nested without end is refused: %s [T105]", async (_kind, depth, build) => {
    const response = await send("PUT", `/api/agents/${agentId}`, `{"name":"Deep","extra":${build(depth)}}`);
    expect(response.status).toBe(400);
    expect(await isAlive()).toBe(true);
  });
});

describe("names of JavaScript in a body", () => {
  it.each([
    '{"__proto__":{"isAdmin":true,"roles":["admin"]},"name":"Proto"}',
    '{"constructor":{"prototype":{"isAdmin":true}},"name":"Constructor"}',
    '{"name":"Twice","__proto__":null,"toString":1,"hasOwnProperty":1}',
    '{"name":{"__proto__":{"length":1}}}',
  ])("do nothing: %s [T57]", async (body) => {
    const response = await send("PUT", `/api/agents/${agentId}`, body);
    expect(response.status).toBeLessThan(500);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
    expect((await owner.call(listAgents, {})).isAdmin).toBe(false);
    expect((await owner.call(me, {})).roles).toEqual([{ name: "owner" }]);
  });

  it.each(["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf"])("are no id: %s", async (id) => {
    for (const path of [`/api/agents/${id}`, `/api/messages/${id}/audio`, `/api/avatars/${id}`, `/api/video/${id}`])
      expect([400, 404]).toContain((await owner.fetch(path)).status);
    expect((await owner.fetch(`/api/admin/chat-sessions?${id}=1&${id}[x]=2`)).status).toBe(200);
  });
});

describe("an id that is none", () => {
  const ids = ["null", "' or 1=1 --", "0".repeat(300), "🐶"];
  it.each(ids)("is 400 or 404: %j [T103]", async (id) => {
    const admin = await app.admin();
    const calls = app.registered.filter(({ contract }) => contract.path.includes("/:"));
    await inTurns(calls, async ({ contract }) => {
      const path = contract.path.replaceAll(/:\w+/g, encodeURIComponent(id));
      const { status } = await send(contract.method, path, contract.method === "GET" ? undefined : "{}", admin);
      expect([400, 404], `${contract.method} ${path}`).toContain(status);
    });
  });
});

describe("an id in capital letters", () => {
  it("is the same id, in a path and in a body [T103]", async () => {
    const capital = agentId.toUpperCase();
    expect((await (await owner.fetch(`/api/agents/${capital}`)).json()).id).toBe(agentId);
    const session = await (await send("POST", "/api/sessions", JSON.stringify({ agentId: capital }))).json();
    expect(session.agentId).toBe(agentId);
  });
});

describe("a text that is too long", () => {
  it("is refused at its limit, and taken just below [T104]", async () => {
    const [question] = await owner.call(listDiaryQuestions, {});
    const answerOf = (length: number) =>
      owner.attempt(saveDiaryAnswer, {
        params: { id: agentId },
        body: { questionId: question?.id ?? "", answer: "a".repeat(length) },
      });
    const petOf = (body: object) => send("PUT", `/api/agents/${agentId}`, JSON.stringify(body));
    const { diaryAnswer, agentName, systemPrompt, message } = limits;
    expect([diaryAnswer, agentName, systemPrompt, message]).toEqual([10_000, 100, 20_000, 8_000]);
    expect((await answerOf(diaryAnswer)).status).toBe(200);
    expect((await answerOf(diaryAnswer + 1)).status).toBe(400);
    expect((await petOf({ name: "n".repeat(agentName) })).status).toBe(200);
    expect((await petOf({ name: "n".repeat(agentName + 1) })).status).toBe(400);
    expect((await petOf({ systemPrompt: "p".repeat(systemPrompt) })).status).toBe(200);
    expect((await petOf({ systemPrompt: "p".repeat(systemPrompt + 1) })).status).toBe(400);
    const ask = (length: number) =>
      send("POST", `/api/agents/${agentId}/chat`, JSON.stringify({ message: "m".repeat(length) }));
    expect((await ask(message)).status).toBe(200);
    expect((await ask(message + 1)).status).toBe(400);
    expect((await ask(300_000)).status).toBe(413);
  });
});

describe("a date that not every calendar has", () => {
  it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-02-30T00:00:00Z"])(
    "is refused: %s",
    async (date) => {
      const admin = await app.admin();
      const code = JSON.stringify({ expiresAt: date });
      expect((await send("POST", "/api/admin/promo-codes", code, admin)).status).toBe(400);
      for (const path of ["/api/admin/audit-log", "/api/admin/audit-log.csv"])
        expect((await admin.fetch(`${path}?from=${encodeURIComponent(date)}`)).status, path).toBe(400);
    },
  );
});

describe("a place in a list that the server never named", () => {
  const someone = randomUUID();
  const places = [
    ["a\u0000b", someone],
    ["\ud800", someone],
    ["0000-01-01T00:00:00Z", someone],
    ["9".repeat(40), someone],
    [-1],
    [1e300],
    {},
  ];
  it.each(places.map((place) => JSON.stringify(place)))(
    "is refused or has nothing after it: %s [T103]",
    async (place) => {
      const admin = await app.admin();
      const cursor = Buffer.from(place).toString("base64url");
      const calls = app.registered.filter(({ contract }) => contract.query?.shape.cursor !== undefined);
      expect(calls.length).toBeGreaterThan(5);
      for (const { contract } of calls) {
        const { status } = await admin.fetch(`${contract.path}?cursor=${cursor}`);
        expect([200, 400], contract.path).toContain(status);
      }
    },
  );
});

describe("a voice that is none", () => {
  it.each(["", "nobody", "en-US-JennyNeural'/><break/>", "../../etc/passwd", "__proto__"])(
    "is refused: %j [T106]",
    async (voiceName) => {
      expect(await owner.attempt(testVoice, { body: { text: "Hello", voiceName } })).toMatchObject({
        status: 400,
        body: { error: "Selected voice not found" },
      });
      expect((await send("PUT", `/api/agents/${agentId}`, JSON.stringify({ voiceName }))).status).toBe(400);
    },
  );
});
