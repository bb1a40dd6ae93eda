import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { readVoiceMap } from "#shared/voice-map.ts";

export class ConfigurationError extends OperatorError {}

const secretNames: readonly string[] = [
  "SESSION_SECRET",
  "ADMIN_PASSWORD",
  "OPENAI_API_KEY",
  "OPENAI_SPEECH_KEY",
  "AZURE_SPEECH_KEY",
  "S3_SECRET_ACCESS_KEY",
  "DATABASE_URL",
  "SMTP_URL",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
];

const headers = z
  .string()
  .refine((value) => /^([^%]|%[0-7][\da-f])*$/i.test(value), "name=value,name=value, with %XX for an odd character");

/** As Express knows them. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(["loopback", "linklocal", "uniquelocal"])]);

/** `true` means one proxy: Express would trust any number, and every visitor could choose their own address. */
const trustedProxies = z
  .string()
  .refine(
    (value) =>
      /^(true|false|\d{1,2})$/.test(value) || value.split(",").every((part) => network.safeParse(part.trim()).success),
    "true, false, a number of proxies, or addresses",
  )
  .transform((value) =>
    value === "false" ? false : value === "true" ? 1 : /^\d+$/.test(value) ? Number(value) : value,
  );

export const ESCAPES = "@ : / ? # % of a user name or password are written %40 %3A %2F %3F %23 %25";

/** An unescaped sign would make a part of the password the host. */
const url = (protocols: RegExp, expected: string) =>
  z.string().refine((value) => {
    if (!isAddress(value)) return false;
    const { protocol, hash, pathname, search } = new URL(value);
    return protocols.test(protocol) && hash === "" && !`${pathname}${search}`.includes("@");
  }, expected);

const urlOfAccount = (protocols: RegExp, expected: string) => url(protocols, `${expected}; ${ESCAPES}`);

function isAddress(text: string): boolean {
  try {
    decodeURIComponent(text);
    return URL.canParse(text);
  } catch {
    return false;
  }
}

/** A socket's address may lack a host. The driver warns about three TLS modes that it takes for `verify-full`. */
function asDriverReads(address: string): string {
  const withHost = address.replace(/@\/(?=[^@]*\?([^@]*&)?host=)/, "@localhost/");
  if (withHost.includes("uselibpqcompat")) return withHost;
  return withHost.replace(/([?&]sslmode=)(prefer|require|verify-ca)\b/, "$1verify-full");
}

export const defaultEngineModels = { model: "gpt-4o-mini", transcriptionModel: "whisper-1" } as const;

const variables = z.object({
  PORT: z.coerce
    .number("a port number")
    .int("a port number")
    .min(0, "a port number")
    .max(65_535, "a port number")
    .default(3000),
  HOST: z.string().default("127.0.0.1"),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]|1[0-6])$/, "a number from 1 to 16, or auto: one for each processor core")
    .transform((value) => (value === "auto" ? Math.min(16, availableParallelism()) : Number(value)))
    .default(1),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: z
    .string()
    .transform(asDriverReads)
    .pipe(urlOfAccount(/^postgres(ql)?:$/, "a URL such as postgres://user:password@host:5432/database"))
    .optional(),
  SESSION_SECRET: z.string().min(32, "at least 32 characters").optional(),
  PRODUCT_NAME: z.string().max(40, "at most 40 characters").default("Talk"),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{6,50}$/, "6 to 50 letters, digits, hyphens or underscores")
    .default("administrator"),
  ADMIN_EMAIL: z.email("an email address").default("admin@example.com"),
  ADMIN_PASSWORD: z.string().trim().min(8, "at least 8 characters").optional(),
  PROMO_CODE: z.string().max(100, "at most 100 characters").optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: url(/^https?:$/, "a URL such as http://127.0.0.1:11434/v1").optional(),
  OPENAI_MODEL: z.string().default(defaultEngineModels.model),
  OPENAI_EMBEDDING_MODEL: z.string().optional(),
  OPENAI_CONTEXT_TOKENS: z.coerce
    .number("a whole number of tokens from 8192 to 2000000")
    .int("a whole number of tokens from 8192 to 2000000")
    .min(8192, "a whole number of tokens from 8192 to 2000000")
    .max(2_000_000, "a whole number of tokens from 8192 to 2000000")
    .optional(),
  OPENAI_REASONING_EFFORT: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  OPENAI_THINKING_TOKENS: z.coerce
    .number("a whole number of tokens from 0 to 200000")
    .int("a whole number of tokens from 0 to 200000")
    .min(0, "a whole number of tokens from 0 to 200000")
    .max(200_000, "a whole number of tokens from 0 to 200000")
    .optional(),
  OPENAI_TIMEOUT_S: z.coerce
    .number("seconds from 5 to 1800")
    .min(5, "seconds from 5 to 1800")
    .max(1800, "seconds from 5 to 1800")
    .default(30),
  OPENAI_TRANSCRIBE_MODEL: z.string().default(defaultEngineModels.transcriptionModel),
  OPENAI_TRANSCRIBE_IN_PAUSES: z.enum(["on", "off"]).optional(),
  OPENAI_SPEECH_MODEL: z.string().optional(),
  OPENAI_SPEECH_BASE_URL: url(/^https?:$/, "a URL such as http://127.0.0.1:8880/v1").optional(),
  OPENAI_SPEECH_KEY: z.string().optional(),
  OPENAI_SPEECH_VOICES: z
    .string()
    .refine((value) => typeof readVoiceMap(value) !== "string", "entries such as en-GB female=bf_emma, male=onyx")
    .optional(),
  AZURE_SPEECH_KEY: z.string().optional(),
  AZURE_SPEECH_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, "a region such as westeurope")
    .optional(),
  AZURE_SPEECH_HOST: url(/^wss?:$/, "a URL such as ws://127.0.0.1:5000").optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: url(/^https?:$/, "a URL such as https://s3.example.com").optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: urlOfAccount(/^smtps?:$/, "a URL such as smtps://user:password@mail.example.com").optional(),
  PUBLIC_URL: url(/^https?:$/, "the product's own address, such as https://pets.example.com").optional(),
  MAIL_FROM: z.email("an email address").optional(),
  RATE_LIMIT_SCALE: z.coerce.number("a number over 0").positive("a number over 0").default(1),
  PROCESSING_TIMEOUT_S: z.coerce
    .number("seconds from 1 to 3600")
    .min(1, "seconds from 1 to 3600")
    .max(3600, "seconds from 1 to 3600")
    .default(60),
  TRUST_PROXY: trustedProxies.default(false),
  METRICS_TOKEN: z.string().min(32, "at least 32 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, "a URL such as http://127.0.0.1:4318").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  SLOW_QUERY_MS: z.coerce
    .number("milliseconds; 0 for none")
    .int("milliseconds; 0 for none")
    .min(0, "milliseconds; 0 for none")
    .default(500),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export type Env = z.output<typeof variables>;

/** For the test against `.env.example`. */
export const variableNames = Object.keys(variables.shape);

/** An empty value counts as absent. Throws ConfigurationError, which names no secret. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const result = variables.safeParse(values);
  if (!result.success) throw new ConfigurationError(explain(result.error, values));
  const env = result.data;
  for (const [name, partner] of pairs) {
    if (env[name] !== undefined && env[partner] === undefined)
      throw new ConfigurationError(`${name} is set, so ${partner} must be set too.`);
  }
  if (env.OPENAI_EMBEDDING_MODEL !== undefined && env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined)
    throw new ConfigurationError(
      "OPENAI_EMBEDDING_MODEL is set, so OPENAI_API_KEY or OPENAI_BASE_URL must be set too.",
    );
  const hasSpeechServer = [env.OPENAI_SPEECH_BASE_URL, env.OPENAI_API_KEY, env.OPENAI_BASE_URL].some(
    (value) => value !== undefined,
  );
  if (env.OPENAI_SPEECH_MODEL !== undefined && !hasSpeechServer)
    throw new ConfigurationError(
      "OPENAI_SPEECH_MODEL is set, so OPENAI_SPEECH_BASE_URL, OPENAI_API_KEY or OPENAI_BASE_URL must be set too.",
    );
  if (
    env.AZURE_SPEECH_KEY !== undefined &&
    env.AZURE_SPEECH_REGION === undefined &&
    env.AZURE_SPEECH_HOST === undefined
  )
    throw new ConfigurationError(
      "AZURE_SPEECH_KEY is set, so AZURE_SPEECH_REGION or AZURE_SPEECH_HOST must be set too.",
    );
  return { ...env, DATA_DIR: resolve(env.DATA_DIR) };
}

export function processEnv(): Record<string, string | undefined> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return withSecretFiles(process.env);
}

/** Containers get secrets as files: `OPENAI_API_KEY_FILE` names that of OPENAI_API_KEY. Throws ConfigurationError. */
export function withSecretFiles(source: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = secretNames.flatMap((name) => {
    const path = source[`${name}_FILE`]?.trim();
    if (!path) return [];
    if (source[name]?.trim()) throw new ConfigurationError(`${name} and ${name}_FILE are both set; set one of them.`);
    return [[name, contentOf(`${name}_FILE`, path)] as const];
  });
  return { ...source, ...Object.fromEntries(read) };
}

/** Editors and `echo` end a file with a line break. */
function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new ConfigurationError(
      `${name} holds '${path}', which can't be read (${code}); it may hold the path of a file.`,
    );
  }
}

export function secretsOf(env: Env): string[] {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    secretNames.includes(name) && typeof value === "string" ? [value] : [],
  );
  const passwords = [env.DATABASE_URL, env.SMTP_URL, env.OTEL_EXPORTER_OTLP_ENDPOINT].flatMap((address) => {
    const password = address === undefined ? "" : new URL(address).password;
    return password === "" ? [] : [password, decodeURIComponent(password)];
  });
  // Each header's value alone too, as written and as sent.
  const sent = [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS].flatMap((headers = "") =>
    headers.split(",").flatMap((header) => {
      const value = header.slice(header.indexOf("=") + 1).trim();
      return value === "" ? [] : [value, decodeURIComponent(value)];
    }),
  );
  return [...secrets, ...passwords, ...sent];
}

const pairs = [
  ["OPENAI_SPEECH_BASE_URL", "OPENAI_SPEECH_MODEL"],
  ["OPENAI_SPEECH_KEY", "OPENAI_SPEECH_BASE_URL"],
  ["OPENAI_SPEECH_VOICES", "OPENAI_SPEECH_MODEL"],
  ["AZURE_SPEECH_REGION", "AZURE_SPEECH_KEY"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID"],
  ["S3_ENDPOINT", "S3_BUCKET"],
  ["SMTP_URL", "PUBLIC_URL"],
  ["MAIL_FROM", "SMTP_URL"],
] as const;

function explain(error: z.ZodError, values: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const name = String(issue?.path[0] ?? "The configuration");
  const value = values[name] ?? "";
  const isSecret = secretNames.includes(name) || /:\/\/.*@/.test(value);
  const shownValue = isSecret ? "a value that is not shown" : `'${value}'`;
  const expected =
    issue?.code === "invalid_value" ? `one of ${issue.values.join(", ")}` : (issue?.message ?? "another value");
  return `${name} holds ${shownValue}; it may hold ${expected}.`;
}
