import { describe, expect, it } from "vitest";
import { isInOwnNetwork } from "./own-network.ts";

describe("a server in one's own network", () => {
  it.each([
    "http://127.0.0.1:11434/v1",
    "http://localhost:1234/v1",
    "http://[::1]:8080/v1",
    "http://192.168.1.20/v1",
    "https://user:key@10.0.0.7/v1",
    "http://172.20.3.4:8000",
    "http://[fd12::5]/v1",
    "http://[::ffff:192.168.0.9]/v1",
  ])("is told by its address: %s", async (url) => expect(await isInOwnNetwork(url)).toBe(true));

  it.each([
    "http://93.184.216.34/v1",
    "https://[2606:4700::1]/v1",
    "http://no-such-host.invalid/v1",
    "http://172.32.0.1",
  ])("is not at %s", async (url) => expect(await isInOwnNetwork(url)).toBe(false));
});
