import { describe, expect, it } from "vitest";
import { frameOf, logTo } from "./announce.ts";

const announcement = {
  env: { PRODUCT_NAME: "Talk", DATA_DIR: "/data" },
  url: "http://127.0.0.1:3000",
  firstSignIn: { username: "administrator", password: "Ab3!unlike", promoCode: "ABCD-EFGH" },
};

describe("a server that is ready [T133]", () => {
  it("shows a person what to sign in with", () => {
    const frame = frameOf(announcement);
    for (const shown of ["administrator", "Ab3!unlike", "ABCD-EFGH", "http://127.0.0.1:3000/login"])
      expect(frame).toContain(shown);
    expect(frameOf({ ...announcement, firstSignIn: null })).not.toContain("Administrator");
  });

  it("names only the file in a log, in one line", () => {
    let written = "";
    logTo({ write: (line) => (written += line) }, announcement);
    expect(written.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(written)).toMatchObject({ url: announcement.url, firstSignIn: "/data/first-sign-in.json" });
    expect(written).not.toContain("Ab3!unlike");
    expect(written).not.toContain("ABCD-EFGH");
  });
});
