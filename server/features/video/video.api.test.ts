import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { speakerFilm } from "#shared/api/video.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
});
afterAll(() => app.stop());

const film = `/api/video/${speakerFilm.film}`;

describe("the speaker's film", () => {
  it("is an MP4 of less than 3 MB that can begin before it is all there", async () => {
    const response = await owner.fetch(film);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    expect(bytes.length).toBeLessThan(3 * 1024 * 1024);
    expect(bytes.toString("latin1", 4, 8)).toBe("ftyp");
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  });

  it("has a poster and captions", async () => {
    const poster = await owner.fetch(`/api/video/${speakerFilm.poster}`);
    expect(poster.headers.get("content-type")).toBe("image/jpeg");
    expect(new Uint8Array(await poster.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]));
    const captions = await owner.fetch(`/api/video/${speakerFilm.captions}`);
    expect(captions.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
    expect(await captions.text()).toMatch(/^WEBVTT\n\n/);
  });

  it("comes in parts [T80]", async () => {
    const whole = Buffer.from(await (await owner.fetch(film)).arrayBuffer());
    const part = async (range: string) => owner.fetch(film, { headers: { Range: range } });

    const middle = await part("bytes=100-199");
    expect(middle.status).toBe(206);
    expect(middle.headers.get("content-range")).toBe(`bytes 100-199/${whole.length}`);
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(whole.subarray(100, 200));

    const end = await part("bytes=-10");
    expect(end.status).toBe(206);
    expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-10));

    const beyond = await part(`bytes=${whole.length}-`);
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${whole.length}`);
    expect(await beyond.json()).toMatchObject({ code: "range_not_satisfiable", error: expect.any(String) });
    expect(beyond.headers.get("cache-control")).toBe("no-store");
  });

  it("is for those who are signed in", async () => {
    expect((await app.visitor().fetch(film)).status).toBe(401);
  });

  it.each([
    "other.mp4",
    "..%2F..%2F..%2Fpackage.json",
    "..%5C..%5Cpackage.json",
    "%2Fetc%2Fpasswd",
    `${speakerFilm.film}%00.txt`,
    `..%2Fvideo%2F${speakerFilm.film}`,
    "constructor",
  ])("is all that can be had there: not %s [T80]", async (name) => {
    const response = await owner.fetch(`/api/video/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });
});
