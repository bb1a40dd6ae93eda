import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entry } from "#server/platform/threads/entry.ts";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { createTestDatabase, type TestDatabase, testServer } from "#tests/support/database.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { type FakeS3, startFakeS3 } from "#tests/support/s3-server.ts";
import { databaseUrl, onServer } from "#tests/support/server-database.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/smtp-server.ts";
import { nothingKept } from "../admin/settings/engines/effective.ts";
import { diagnose, isWrong, tableOf } from "./diagnosis.ts";

let database: TestDatabase;
let dataDir: string;
let taken: string;
let model: OpenAiServer;
let azure: AzureServer;
let store: FakeS3;
let smtp: TestSmtpServer;
/** Encrypted, by a certificate that it signed itself. */
let sealedSmtp: TestSmtpServer;
const other = createServer();
const latin = `doctor_latin_${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "pet-talk-doctor-"));
  await writeFile(join(dataDir, "file"), "");
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  taken = String(typeof address === "object" ? address?.port : "");
  [model, azure, store, smtp, sealedSmtp] = await Promise.all([
    startOpenAiServer(),
    startAzureServer(),
    startFakeS3("pets"),
    startSmtpServer(),
    startSmtpServer({ secure: true }),
  ]);
  const inLatin = `create database ${latin} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`;
  await onServer(testServer().serverUrl, `${inLatin} locale_provider libc`).catch(() =>
    onServer(testServer().serverUrl, inLatin),
  );
  await onServer(testServer().serverUrl, "create role doctor_guest login password 'guest'").catch(() => undefined);
});
afterAll(async () => {
  other.close();
  await Promise.all([model.stop(), azure.stop(), store.close(), smtp.stop(), sealedSmtp.stop()]);
  await onServer(testServer().serverUrl, `drop database if exists ${latin}`);
  await onServer(testServer().serverUrl, `drop role doctor_guest`).catch(() => undefined);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Ended {
  code: unknown;
  printed: string;
}

/** The program as it is run by hand, without a .env of the project. */
function run(program: string, variables: Record<string, string>, ...more: string[]): Promise<Ended> {
  const { url, execArgv } = entry(import.meta.url, program);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...usual(), ...variables };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...execArgv, fileURLToPath(url), ...more],
      { cwd: dataDir, env },
      (error, out, errors) => resolve({ code: error === null ? 0 : error.code, printed: `${out}${errors}` }),
    );
  });
}

/** What the doctor prints, without the second that a process of its own takes to start, and the one that the built-in voice does. */
async function examined(variables: Record<string, string>): Promise<Ended> {
  const findings = await diagnose({ ...usual(), AZURE_SPEECH_HOST: azure.host, ...variables });
  return { code: isWrong(findings) ? 1 : 0, printed: tableOf(findings) };
}

const usual = () => ({ PORT: "0", DATA_DIR: dataDir, DATABASE_URL: database.url });
const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const s3 = () => ({
  S3_BUCKET: "pets",
  S3_ENDPOINT: store.endpoint,
  S3_ACCESS_KEY_ID: store.accessKeyId,
  S3_SECRET_ACCESS_KEY: store.secretAccessKey,
});
const NOWHERE = "127.0.0.1:9";

/** What is broken, and what the table says of it. */
const broken: [string, () => Record<string, string>, RegExp][] = [
  ["a wrong value", () => ({ LOG_LEVEL: "loud" }), /configuration +wrong +LOG_LEVEL holds 'loud'; it may hold one of/],
  [
    "a % that is no escape in the database password",
    () => ({
      DATABASE_URL: changed((url) => (url.password = "guess-secret")).replace("guess-secret", "100%guess-secret"),
    }),
    /configuration +wrong +DATABASE_URL holds a value that is not shown; .*# % of a user name or password are written .*%25/,
  ],
  [
    "a wrong database password",
    () => ({ DATABASE_URL: changed((url) => (url.password = "guess-secret")) }),
    /database +wrong +PostgreSQL at .* refuses the user .* or the password: check both in DATABASE_URL/,
  ],
  [
    "a missing role",
    () => ({ DATABASE_URL: changed((url) => (url.username = "nobody_there")) }),
    /database +wrong +PostgreSQL at .* 'nobody_there'.* DATABASE_URL/,
  ],
  [
    "a missing database",
    () => ({ DATABASE_URL: databaseUrl(database.url, "no_such_database") }),
    /database +wrong +PostgreSQL at .* has no database 'no_such_database': make it \(CREATE DATABASE/,
  ],
  [
    "no right to create",
    () => ({
      DATABASE_URL: changed((url) => {
        url.username = "doctor_guest";
        url.password = "guest";
      }),
    }),
    /database +wrong +'doctor_guest' may not make tables in the database .*ALTER DATABASE/,
  ],
  [
    "a database that is not in UTF8",
    () => ({ DATABASE_URL: databaseUrl(database.url, latin) }),
    /database +wrong +The database 'doctor_latin_\w+' is in LATIN1: make one in UTF8 \(CREATE DATABASE .*DATABASE_URL/,
  ],
  [
    "no socket at the address",
    () => ({ DATABASE_URL: `postgres://pet:talk@/pets?host=${dataDir}` }),
    /database +wrong +The database can't be reached: nothing answers at the socket \S+\.s\.PGSQL\.5432\. .*DATABASE_URL/,
  ],
  [
    "a certificate file that is not there",
    () => ({ DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=${dataDir}/none.pem` }),
    /database +wrong +DATABASE_URL names the file \S+none\.pem, which can't be read \(ENOENT\): set/,
  ],
  [
    "TLS for a server without it",
    () => ({ DATABASE_URL: `${database.url}?sslmode=require` }),
    /database +wrong +PostgreSQL at \S+ has no TLS: take sslmode and ssl out of DATABASE_URL/,
  ],
  [
    "no database at the address",
    () => ({ DATABASE_URL: `postgres://pet:talk@${NOWHERE}/pets` }),
    /database +wrong +The database can't be reached: nothing answers at 127\.0\.0\.1:9\. .*DATABASE_URL/,
  ],
  [
    "a file as DATA_DIR",
    () => ({ DATA_DIR: join(dataDir, "file") }),
    /DATA_DIR +wrong +.*which is a file: set it to a folder/,
  ],
  [
    "a DATA_DIR that can't be written",
    () => ({ DATA_DIR: "/proc/pet-talk" }),
    /DATA_DIR +wrong +DATA_DIR \(\/proc\/pet-talk\) .*: set/,
  ],
  [
    "a taken port",
    () => ({ PORT: taken }),
    /port +wrong +Port \d+ of 127\.0\.0\.1 is taken by another program: .*PORT/,
  ],
  [
    "an address of another machine",
    () => ({ HOST: "192.0.2.1" }),
    /port +wrong +HOST is 192\.0\.2\.1, which is no address/,
  ],
  [
    "no store at the address",
    () => ({ ...s3(), S3_ENDPOINT: `http://${NOWHERE}` }),
    /files +wrong +The S3 store can't be reached at .*S3_ENDPOINT/,
  ],
  ["a missing bucket", () => ({ ...s3(), S3_BUCKET: "cats" }), /files +wrong +The S3 store .* has no bucket 'cats'/],
  [
    "a wrong key of the store",
    () => ({ ...s3(), S3_SECRET_ACCESS_KEY: "wrong-key" }),
    /files +wrong +The S3 store .* refuses the keys: check S3_ACCESS_KEY_ID/,
  ],
  [
    "no model at the address",
    () => ({ OPENAI_BASE_URL: `http://${NOWHERE}/v1` }),
    /language model +wrong +No language model answers at the server of OPENAI_BASE_URL, 127\.0\.0\.1:9/,
  ],
  [
    "the address of a model without /v1",
    () => ({ OPENAI_BASE_URL: new URL("/", model.url).href }),
    /language model +wrong +At the configured address is no language model\. .*OPENAI_BASE_URL/,
  ],
  [
    "no mail server at the address",
    () => ({ SMTP_URL: `smtp://${NOWHERE}`, PUBLIC_URL: "https://pets.example.com" }),
    /mail +wrong +The mail server 127\.0\.0\.1:9 can't be reached .*SMTP_URL/,
  ],
  [
    "a mail server whose certificate nobody trusts",
    () => ({ SMTP_URL: `smtps://127.0.0.1:${sealedSmtp.port}`, PUBLIC_URL: "https://pets.example.com" }),
    /mail +wrong +The mail server 127\.0\.0\.1:\d+ shows a certificate that is not trusted here \(\w*CERT\w*\): .*SMTP_URL .*NODE_EXTRA_CA_CERTS/,
  ],
  [
    "a wrong password of the mail server",
    () => ({ SMTP_URL: `smtp://pets:guess-secret@127.0.0.1:${smtp.port}`, PUBLIC_URL: "https://pets.example.com" }),
    /mail +wrong +The mail server 127\.0\.0\.1:\d+ refuses the user or the password: .*SMTP_URL/,
  ],
  [
    "no speech container at the address",
    () => ({ AZURE_SPEECH_HOST: `ws://${NOWHERE}` }),
    /speech +wrong +No answer from the speech container at ws:\/\/127\.0\.0\.1:9: check AZURE_SPEECH_HOST/,
  ],
];

describe("npm run doctor", () => {
  it("finds a healthy set-up well, and changes nothing", async () => {
    const { code, printed } = await run("./doctor", {
      ...s3(),
      OPENAI_BASE_URL: model.url,
      OPENAI_EMBEDDING_MODEL: "meaning-1",
      SMTP_URL: smtp.url,
      PUBLIC_URL: "https://pets.example.com",
    });
    expect(printed).not.toContain("wrong");
    expect(printed).toMatch(/database +ok +PostgreSQL \d+, still empty|with the product's tables/);
    expect(printed).toMatch(/files +ok +It stored, read and deleted a small file\./);
    expect(printed).toMatch(/language model +ok +It answered/);
    expect(printed).toMatch(/embeddings +ok +It turned a sentence into \d+ numbers\./);
    expect(printed).toMatch(
      /mail +ok +The mail server 127\.0\.0\.1:\d+ takes mail; links lead to https:\/\/pets\.example\.com\./,
    );
    expect(smtp.mails).toEqual([]);
    expect(code).toBe(0);
    expect(store.objects.size).toBe(0);
  });

  it("ends with 1 where something is wrong", async () => {
    const { code, printed } = await run("./doctor", { ...s3(), S3_BUCKET: "cats" });
    expect(printed).toMatch(/files +wrong +The S3 store .* has no bucket 'cats'/);
    expect(code).toBe(1);
  });

  it("says that the model server has no such embedding model", async () => {
    model.embed({ kind: "status", status: 404, message: "no such model" });
    const { code, printed } = await examined({
      OPENAI_BASE_URL: model.url,
      OPENAI_EMBEDDING_MODEL: "meaning-2",
    });
    expect(printed).toMatch(/embeddings +wrong +The model server made no embeddings .*\(OPENAI_EMBEDDING_MODEL\)/);
    expect(code).toBe(1);
  });

  it("names the screen, and no variable, for what was set there", async () => {
    const kept = { ...nothingKept, baseUrl: `http://${NOWHERE}/v1`, embeddingModel: "meaning-1" };
    await onServer(database.url, `insert into settings (key, value) values ('engines', '${JSON.stringify(kept)}')`);
    const { code, printed } = await examined({});
    await onServer(database.url, "delete from settings where key = 'engines'");
    expect(printed).toMatch(/language model +wrong .* 'Model server' in Settings > Engines, 127\.0\.0\.1:9/);
    expect(printed).toMatch(/embeddings +wrong .* \('Embedding model' in Settings > Engines\)/);
    expect(printed).not.toMatch(/OPENAI_/);
    expect(code).toBe(1);
  });

  it("warns of a proxy that hid https from the server", async () => {
    await onServer(database.url, "insert into settings (key, value) values ('hidden_https', now()::text)");
    const { printed } = await examined({});
    await onServer(database.url, "delete from settings where key = 'hidden_https'");
    expect(printed).toMatch(/proxy +note +A browser came by https, .* X-Forwarded-Proto .* TRUST_PROXY/);
    expect((await examined({})).printed).not.toContain("X-Forwarded-Proto");
  });

  it.each(broken)("says in one line of %s what to set", async (_what, variables, line) => {
    const { code, printed } = await examined(variables());
    expect(printed).toMatch(line);
    expect(printed).not.toMatch(/^\s+at |guess-secret|wrong-key/m);
    expect(printed.split("\n").filter((text) => /^.{15,16}wrong/.test(text)).length).toBeLessThanOrEqual(2);
    expect(code).toBe(1);
  });
});

describe("a start", () => {
  const fatal = broken.filter(([what]) =>
    /wrong value|DATA_DIR|missing database|right to create|taken port|not in UTF8|certificate file|TLS/.test(what),
  );
  it.each(fatal)("with %s ends with one line", async (_what, variables) => {
    const { code, printed } = await run("../../main", { LOG_LEVEL: "silent", ...variables() }, "--api-only");
    expect(printed.trim().split("\n")).toHaveLength(1);
    expect(printed).toMatch(/[:;] (it may|set|make|give|stop|take) /);
    expect(code).toBe(1);
  });
});

describe("on the database of a newer version [T148]", () => {
  const sentence =
    /The database was made by a newer version .* a migration of 2100-01-01 .* Start the version that made it/;
  let newer: TestDatabase;
  beforeAll(async () => {
    newer = await createTestDatabase();
    const migration = "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)";
    await onServer(newer.url, migration);
  });
  afterAll(() => newer.drop());

  it.each([
    ["../../main", "--api-only"],
    ["../../platform/db/migrate-now"],
    ["../seed/seed-now"],
    ["../../platform/backup/restore-now", "no-backup"],
  ])("%s ends with one line, and changes nothing", async (program, ...more) => {
    const { code, printed } = await run(program, { LOG_LEVEL: "silent", DATABASE_URL: newer.url }, ...more);
    expect(printed.trim().split("\n")).toHaveLength(1);
    expect(printed).toMatch(sentence);
    expect(code).toBe(1);
  });

  it("the doctor says so", async () => {
    const { code, printed } = await examined({ DATABASE_URL: newer.url });
    expect(printed).toMatch(new RegExp(`database +wrong +${sentence.source}`));
    expect(code).toBe(1);
  });
});

describe("what migrates or seeds by hand", () => {
  it.each(["../../platform/db/migrate-now", "../seed/seed-now"])(
    "ends with one line where there is no database: %s",
    async (program) => {
      const variables = { LOG_LEVEL: "silent", DATABASE_URL: databaseUrl(database.url, "no_such_database") };
      const { code, printed } = await run(program, variables);
      expect(printed.trim().split("\n")).toHaveLength(1);
      expect(printed).toMatch(/has no database 'no_such_database': make it/);
      expect(code).toBe(1);
    },
  );
});
