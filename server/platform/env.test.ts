import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv, variableNames, withSecretFiles } from "./env.ts";

const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
const exampleLines = example.split("\n").filter((line) => /^[A-Z]/.test(line));

describe("configuration", () => {
  it("is complete in .env.example, with the real defaults", () => {
    const given = Object.fromEntries(exampleLines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(Object.keys(given).sort()).toEqual([...variableNames].sort());
    expect(readEnv(given)).toEqual(readEnv({}));
  });

  it("explains every variable of .env.example in a comment above it", () => {
    expect(example).not.toMatch(/\n\n[A-Z]/);
  });

  it("needs nothing at all", () => {
    const env = readEnv({});
    expect(env).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", PRODUCT_NAME: "Talk", TRUST_PROXY: false });
    expect(isAbsolute(env.DATA_DIR)).toBe(true);
  });

  it.each([
    [{ PORT: "eighty" }, "PORT holds 'eighty'; it may hold a port number."],
    [
      { LOG_LEVEL: "loud" },
      "LOG_LEVEL holds 'loud'; it may hold one of fatal, error, warn, info, debug, trace, silent.",
    ],
    [
      { OPENAI_BASE_URL: "ollama" },
      "OPENAI_BASE_URL holds 'ollama'; it may hold a URL such as http://127.0.0.1:11434/v1.",
    ],
    [
      { TRUST_PROXY: "everyone" },
      "TRUST_PROXY holds 'everyone'; it may hold true, false, a number of proxies, or addresses.",
    ],
    ...["4096", "2000001", "8192.5", "all"].map((tokens): [Record<string, string>, string] => [
      { OPENAI_CONTEXT_TOKENS: tokens },
      `OPENAI_CONTEXT_TOKENS holds '${tokens}'; it may hold a whole number of tokens from 8192 to 2000000.`,
    ]),
    [
      { SMTP_URL: "mail.example.com" },
      "SMTP_URL holds a value that is not shown; it may hold a URL such as smtps://user:password@mail.example.com; @ : / ? #",
    ],
    [
      { DATABASE_URL: "postgres://pet:100%dog@127.0.0.1/pets" },
      "DATABASE_URL holds a value that is not shown; it may hold a URL such as postgres://user:password@host:5432/database; @ : / ? # % of a user name or password are written %40 %3A %2F %3F %23 %25.",
    ],
    [
      { SMTP_URL: "smtp://pet:100%25%@mail.example.com", PUBLIC_URL: "https://pets.example.com" },
      "SMTP_URL holds a value that is not shown; it may hold a URL such as smtps://user:password@mail.example.com; @ : / ? # % of a user name or password are written %40 %3A %2F %3F %23 %25.",
    ],
    [{ SMTP_URL: "smtp://mail.example.com" }, "SMTP_URL is set, so PUBLIC_URL must be set too."],
    [{ AZURE_SPEECH_REGION: "westeurope" }, "AZURE_SPEECH_REGION is set, so AZURE_SPEECH_KEY must be set too."],
  ])("names the wrong variable, what it holds and what it may hold: %o", (given, message) => {
    expect(() => readEnv(given)).toThrow(message);
  });

  it.each([
    ["false", false],
    ["true", 1],
    ["1", 1],
    ["2", 2],
    ["0", 0],
    ["10.0.0.0/8, ::1, loopback", "10.0.0.0/8, ::1, loopback"],
  ])("takes TRUST_PROXY=%s for %j, so that no visitor chooses their own address", (given, trusted) => {
    expect(readEnv({ TRUST_PROXY: given }).TRUST_PROXY).toBe(trusted);
  });

  it.each([
    "postgres://pet:12#34secret@127.0.0.1/pets",
    "postgres://pet:12/34secret@127.0.0.1/pets",
    "postgres://pet:12?34secret@127.0.0.1/pets",
    "postgres://pet:12@34secret/5@127.0.0.1/pets",
    "postgres://pet:abc#secret@127.0.0.1/pets",
    "postgres://pet:#secret@127.0.0.1/pets",
  ])("takes no part of a password for a host: %s", (address) => {
    const sentence = /holds a value that is not shown; .*written %40 %3A %2F %3F %23 %25\.$/;
    expect(() => readEnv({ DATABASE_URL: address })).toThrow(sentence);
    const model = address.replace("postgres", "http");
    expect(() => readEnv({ OPENAI_BASE_URL: model })).toThrow(/^OPENAI_BASE_URL holds a value that is not shown;/);
    const mail = address.replace("postgres", "smtp");
    expect(() => readEnv({ SMTP_URL: mail, PUBLIC_URL: "https://pets.example.com" })).toThrow(sentence);
  });

  it.each([
    ["postgres:///pets?host=/run/postgresql", "postgres:///pets?host=/run/postgresql"],
    ["postgres://pet:talk@/pets?host=/run/postgresql", "postgres://pet:talk@localhost/pets?host=/run/postgresql"],
    ["postgres://pet:talk@%2Frun%2Fpostgresql/pets", "postgres://pet:talk@%2Frun%2Fpostgresql/pets"],
    ["postgres://pet@127.0.0.1/pets?sslmode=require", "postgres://pet@127.0.0.1/pets?sslmode=verify-full"],
    ["postgres://pet:t@lk@127.0.0.1/pets", "postgres://pet:t@lk@127.0.0.1/pets"],
  ])("takes the address %s, as PostgreSQL does", (given, address) => {
    expect(readEnv({ DATABASE_URL: given }).DATABASE_URL).toBe(address);
  });

  it.each([["SESSION_SECRET"], ["ADMIN_PASSWORD"], ["DATABASE_URL"]])("never prints the secret in %s", (name) => {
    expect(() => readEnv({ [name]: "hush" })).toThrow(`${name} holds a value that is not shown`);
  });
});

describe("a secret in a file", () => {
  it("is read without its last line break", () => {
    const folder = mkdtempSync(join(tmpdir(), "pet-talk-secret-"));
    try {
      const path = join(folder, "key");
      writeFileSync(path, "sk-from-a-file\n");
      expect(withSecretFiles({ OPENAI_API_KEY_FILE: path, PORT: "1" })).toMatchObject({
        OPENAI_API_KEY: "sk-from-a-file",
        PORT: "1",
      });
      expect(() => withSecretFiles({ OPENAI_API_KEY_FILE: path, OPENAI_API_KEY: "sk" })).toThrow(
        "OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set; set one of them.",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("that can't be read is told with its path", () => {
    expect(() => withSecretFiles({ METRICS_TOKEN_FILE: "/no/such/file" })).toThrow(
      "METRICS_TOKEN_FILE holds '/no/such/file', which can't be read (ENOENT); it may hold the path of a file.",
    );
  });

  it("is for secrets alone", () => {
    expect(withSecretFiles({ PORT_FILE: "/no/such/file" })).toEqual({ PORT_FILE: "/no/such/file" });
  });
});
