import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guessLimits, type RateLimit, rateLimits } from "#server/platform/http/rate-limits.ts";

import { changePassword, login, me, validatePromo } from "#shared/api/auth.ts";
import { chatStream, createSession } from "#shared/api/chat.ts";
import { searchChats } from "#shared/api/history.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { ADMIN, PASSWORD, PROMO_CODE } from "../support/first-start.ts";
import { newPet, registrationOf, type Visitor } from "../support/visitor.ts";

/** Every call that may not be made as often as one likes. What is missing here costs next to nothing. */
const limited: Record<string, keyof typeof rateLimits> = {
  "POST /api/auth/login": "login",
  "POST /api/auth/change-password": "password",
  "POST /api/auth/promo/validate": "promo",
  "POST /api/auth/register": "register",
  "POST /api/auth/forgot-password": "resetMail",
  "POST /api/auth/reset-password/check": "resetLink",
  "POST /api/agents/:id/family/invitations": "making",
  "POST /api/invitations/open": "invitation",
  "POST /api/invitations/take": "invitation",
  "POST /api/auth/reset-password": "resetLink",
  "POST /api/access-tokens": "making",
  "POST /api/avatar/upload": "avatar",
  "POST /api/agents/:id/documents": "documents",
  "POST /api/documents/:id/retry": "documents",
  "POST /api/agents/:id/photos": "photos",
  "PATCH /api/photos/:id": "photos",
  "POST /api/sessions": "sessions",
  "POST /api/agents": "making",
  "POST /api/admin/users": "making",
  "POST /api/admin/users/:userId/reset-password": "making",
  "POST /api/admin/users/:userId/roles": "making",
  "POST /api/admin/roles": "making",
  "POST /api/admin/roles/:roleId/permissions": "making",
  "POST /api/admin/permissions": "making",
  "POST /api/admin/user-agent-access": "making",
  "POST /api/admin/promo-codes": "making",
  "POST /api/admin/diary-questions": "making",
  "POST /api/agents/:id/chat": "chat",
  "POST /api/agents/:id/chat/stream": "chat",
  "POST /api/agents/:id/diary/entries": "diary",
  "POST /api/agents/:id/contributions": "diary",
  "POST /api/agents/:id/contributions/:contributionId/approve": "diary",
  "POST /api/agents/:id/book/pdf": "book",
  "GET /api/agents/:id/book/book.pdf": "export",
  "POST /api/agents/:id/diary/interview": "help",
  "POST /api/agents/:id/memories": "diary",
  "PATCH /api/memories/:id": "diary",
  "POST /api/memories/:id/approve": "diary",
  "PATCH /api/agents/:id/open-questions/:questionId": "diary",
  "POST /api/try-out": "tryOut",
  "POST /api/test-voice": "speech",
  "POST /api/help-assistant": "help",
  "POST /api/transcribe": "transcription",
  "GET /api/listen": "listening",
  "POST /api/admin/search-sessions": "search",
  "POST /api/admin/engines/:engine/test": "engineTest",
  "POST /api/admin/engine-settings/test/:engine": "engineTest",
  "POST /api/admin/engine-settings/models": "engineTest",
  "POST /api/admin/engine-settings/voices": "engineTest",
  "POST /api/admin/local-models/look": "engineTest",
  "POST /api/admin/local-models/run": "engineTest",
  "GET /api/my-data/archive": "export",
  "POST /api/my-data/import": "import",
  "POST /api/my-data/delete-account": "password",
  "GET /api/agents/:id/character-card": "export",
};

/** Behind one proxy, with limits of a tenth: three messages a minute, two promo codes. */
let app: TestApp;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_SCALE: "0.1", TRUST_PROXY: "1" } });
  owner = await app.owner("limited-owner");
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

let lastAddress = 0;
/** An address that nobody used before. */
const newAddress = () => `198.51.100.${++lastAddress}`;

/** As the proxy passes it on: it adds the address that it sees to those that the visitor claims. */
function post(path: string, body: unknown, address: string, { visitor = app.visitor(), claims = "" } = {}) {
  return visitor.fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": claims === "" ? address : `${claims}, ${address}`,
    },
    body: JSON.stringify(body),
  });
}

const signIn = (address: string, username: string, password: string, claims = "") =>
  post("/api/auth/login", { username, password }, address, { claims });

/** How many calls pass before the first that is refused; at most `limit`. */
async function passedBefore429(limit: number, send: (round: number) => Promise<Response>): Promise<number> {
  for (let round = 0; round < limit; round++) if ((await send(round)).status === 429) return round;
  return limit;
}

describe("rate limits", () => {
  it("stand at just these calls [T116]", () => {
    expect(
      Object.fromEntries(
        app.registered
          .filter(({ limit }) => limit !== undefined)
          .map(({ contract, limit }) => [`${contract.method} ${contract.path}`, limit]),
      ),
    ).toEqual(limited);
    // Turns, noise and pauses among them, are counted within a socket: listen-limits.api.test.ts and turn.test.ts. What
    // guests of a memorial page read and write is no call: guest-book.api.test.ts.
    const elsewhere = ["turns", "noise", "pauses", "memorialPage", "guestBook"];
    expect(new Set([...Object.values(limited), ...elsewhere])).toEqual(new Set(Object.keys(rateLimits)));
  });

  it("stand at every call that takes a file, streams, or is for visitors and writes [T116]", () => {
    const costly = app.registered.filter(
      ({ contract, access }) =>
        contract.upload !== undefined ||
        contract.events !== undefined ||
        (access === "public" && contract.body !== undefined),
    );
    expect(costly.length).toBeGreaterThan(5);
    for (const { contract, limit } of costly) expect(limit, contract.path).toBeDefined();
  });

  it("stand at every call that makes something [T129]", () => {
    /** These make nothing, or only what there can be one of. */
    const others = [
      "/api/auth/logout",
      "/api/sessions/:sessionId/stop",
      "/api/sessions/:sessionId/close",
      "/api/memories/:id/decline",
      "/api/messages/:id/version",
      "/api/messages/:id/correction/decline",
      "/api/agents/:id/diary/answers",
    ];
    const makers = app.registered.filter(
      ({ contract }) => contract.method === "POST" && !others.includes(contract.path),
    );
    expect(makers.length).toBeGreaterThan(20);
    for (const { contract, limit } of makers) expect(limit, contract.path).toBeDefined();
  });

  it("end a row of new chats [T129]", async () => {
    const visitor = await app.owner();
    const begin = () => post("/api/sessions", { agentId }, newAddress(), { visitor });
    expect(await passedBefore429(20, begin)).toBe(6);
  });

  it("leave room for several people behind one address", () => {
    for (const limit of Object.values<RateLimit>(rateLimits)) {
      const [account, address] = [limit.perAccount?.[0], limit.perAddress?.[0]];
      if (account !== undefined && address !== undefined)
        expect(address.points / address.seconds).toBeGreaterThanOrEqual((account.points / account.seconds) * 5);
    }
  });

  it("answer with 429, Retry-After and a sentence that says how long to wait [T116]", async () => {
    const address = newAddress();
    const send = () => post("/api/auth/promo/validate", { promoCode: "GUESS" }, address);
    expect(await passedBefore429(5, send)).toBe(2);
    const response = await send();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await response.json()).toMatchObject({
      code: "rate_limited",
      error: expect.stringMatching(/^Too many promo codes were tried\. Please wait \d+ seconds? and try again\.$/),
    });
  });

  it("refuse before the body is read", async () => {
    const address = newAddress();
    await passedBefore429(5, () => post("/api/auth/promo/validate", { promoCode: "GUESS" }, address));
    const response = await app.visitor().fetch("/api/auth/promo/validate", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
      body: "{ not JSON",
    });
    expect(response.status).toBe(429);
  });

  it("count by the address that the proxy saw: a forged X-Forwarded-For does not help [T116]", async () => {
    const address = newAddress();
    const send = (round: number) =>
      post("/api/auth/promo/validate", { promoCode: "GUESS" }, address, { claims: `203.0.113.${round}` });
    expect(await passedBefore429(5, send)).toBe(2);
  });

  it("count an IPv6 network of 64 bits as one address", async () => {
    const send = (round: number) => post("/api/auth/promo/validate", { promoCode: "GUESS" }, `2001:db8:7:7::${round}`);
    expect(await passedBefore429(5, send)).toBe(2);
    expect((await post("/api/auth/promo/validate", { promoCode: "GUESS" }, "2001:db8:7:8::1")).status).toBe(403);
  });

  it("count an account wherever it calls from [T116]", async () => {
    const search = () => post("/api/admin/search-sessions", { query: "walk" }, newAddress(), { visitor: owner });
    expect(await passedBefore429(10, search)).toBe(6);
  });

  it("hold in a chat, before anything is asked", async () => {
    const { id: sessionId } = await owner.call(createSession, { body: { agentId } });
    const ask = () =>
      post(`/api/agents/${agentId}/chat`, { message: "Hello", sessionId, generateAudio: false }, newAddress(), {
        visitor: owner,
      });
    expect(await passedBefore429(10, ask)).toBe(3);
    const answer = await owner
      .stream(chatStream, { params: { id: agentId }, body: { message: "Hello", sessionId, generateAudio: false } })
      .next()
      .catch((error: unknown) => error);
    expect(answer).toMatchObject({ status: 429, code: "rate_limited", serverMessage: expect.stringContaining("wait") });
  });
});

describe("guessing passwords", () => {
  it("is over for an address after a few, and for that account alone [T116]", async () => {
    const address = newAddress();
    const guess = (round: number) => signIn(address, ADMIN.username, `Wrong-${round}-Guess!`);
    expect(await passedBefore429(10, guess)).toBe(Math.max(1, Math.round(guessLimits.signIn.perPair[0].points * 0.1)));
    // The right password does not help while one waits.
    expect((await signIn(address, ADMIN.username, ADMIN.password)).status).toBe(429);
    expect((await signIn(address, "limited-owner", PASSWORD)).status).toBe(200);
  });

  it("from elsewhere never locks the owner out [T116]", async () => {
    const attackers = Array.from({ length: 30 }, newAddress);
    await Promise.all(attackers.map((address) => signIn(address, "limited-owner", "Wrong-2026!")));
    await Promise.all(attackers.map((address) => signIn(address, "limited-owner", "Wrong-2026!")));
    expect((await signIn(newAddress(), "limited-owner", PASSWORD)).status).toBe(200);
  });

  it("at many accounts from one address comes to an end too", async () => {
    const address = newAddress();
    expect(await passedBefore429(30, (round) => signIn(address, `somebody-${round}`, "Wrong-2026!"))).toBe(10);
  });

  it("at once gets no further than one by one", async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_unused, round) => signIn(address, ADMIN.username, `Wrong-${round}!`)),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(1);
  });

  it("is forgiven where the password was right in the end", async () => {
    const address = newAddress();
    for (let round = 0; round < 5; round++) expect((await signIn(address, ADMIN.username, PASSWORD)).status).toBe(200);
  });

  it("counts for the current password of an account as well [T11]", async () => {
    const visitor = await app.holderOf();
    const change = (currentPassword: string) =>
      visitor.attempt(changePassword, { body: { currentPassword, newPassword: "Better-Dog-2026!" } });
    expect(await change("Wrong-2026!")).toMatchObject({ status: 400 });
    expect(await change("Wrong-2026!")).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(await change(PASSWORD)).toMatchObject({ status: 429 });
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 200 });
  });

  it("leaves neither addresses nor names in the table of counters", async () => {
    const address = newAddress();
    await signIn(address, "typed-by-mistake", "Wrong-2026!");
    const { rows } = await app.deps.pool.query<{ key: string }>("select key from rate_limits");
    const keys = rows.map(({ key }) => key).join("\n");
    expect(keys).toContain("signIn:pair:60:");
    expect(keys).not.toContain(address);
    expect(keys).not.toContain("typed-by-mistake");
  });
});

describe("signing up", () => {
  it("is limited by address", async () => {
    const address = newAddress();
    const visitor = app.visitor();
    await visitor.fetch("/api/auth/promo/validate", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": newAddress() },
      body: JSON.stringify({ promoCode: PROMO_CODE }),
    });
    const send = (round: number) =>
      post("/api/auth/register", registrationOf(`sign-up-${round}`), address, { visitor });
    expect(await passedBefore429(5, send)).toBe(2);
  });
});

describe("with the usual limits", () => {
  it("a morning's work passes", async () => {
    const usual = await startTestApp({ env: { RATE_LIMIT_SCALE: "1" } });
    try {
      const visitor = await usual.owner("busy-owner");
      for (let round = 0; round < 4; round++)
        expect(
          await usual.visitor().attempt(login, { body: { username: "busy-owner", password: "Oops-2026!" } }),
        ).toMatchObject({ status: 401 });
      await usual.visitor().call(login, { body: { username: "busy-owner", password: PASSWORD } });
      for (let round = 0; round < 3; round++)
        await usual.visitor().call(validatePromo, { body: { promoCode: PROMO_CODE } });
      for (let round = 0; round < 20; round++) await visitor.call(searchChats, { body: { query: "walk" } });
    } finally {
      await usual.stop();
    }
  });
});
