import { LanguageModelError } from "#server/models/chat/llm.ts";
import { EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Env } from "#server/platform/env.ts";
import { StorageFullError, StorageUnavailableError } from "#server/platform/files/files.ts";
import { MailError } from "#server/platform/mail/mail.ts";
import { RecognitionError } from "#server/voice/recognition/recognition.ts";
import { SpeechError } from "#server/voice/speech/speech.ts";
import type { engineVariables } from "#shared/api/admin/settings/engine-settings.ts";

type EngineVariable = (typeof engineVariables)[keyof typeof engineVariables];

export type NameOf = (variable: EngineVariable) => string;

export const nameInScreen: NameOf = (variable) => `'${labels[variable]}' in Settings > Engines`;

const labels: Record<EngineVariable, string> = {
  OPENAI_BASE_URL: "Model server",
  OPENAI_API_KEY: "Key of the model server",
  OPENAI_MODEL: "Model",
  OPENAI_EMBEDDING_MODEL: "Embedding model",
  OPENAI_TRANSCRIBE_MODEL: "Model for speech recognition",
  OPENAI_TRANSCRIBE_IN_PAUSES: "Recognize in pauses",
  OPENAI_SPEECH_MODEL: "Model that speaks",
  OPENAI_SPEECH_BASE_URL: "Speech server",
  OPENAI_SPEECH_KEY: "Key of the speech server",
  OPENAI_SPEECH_VOICES: "Its voices",
  AZURE_SPEECH_REGION: "Region",
  AZURE_SPEECH_HOST: "Address of a container",
  AZURE_SPEECH_KEY: "Key of Azure Speech",
};

export function engineProblem(error: unknown, env: Env, nameOf: NameOf): string {
  if (error instanceof StorageUnavailableError) return storageProblem(error, env);
  if (error instanceof LanguageModelError) return modelProblem(error, env, nameOf);
  if (error instanceof Error && error.cause instanceof EmbeddingError)
    return `${error.message} (${nameOf("OPENAI_EMBEDDING_MODEL")})`;
  if (error instanceof SpeechError || error instanceof RecognitionError) return speechProblem(error, env, nameOf);
  if (error instanceof MailError) return mailProblem(error, env);
  if (error instanceof StorageFullError)
    return "There is no room left for files: make room in DATA_DIR, or in the bucket.";
  return error instanceof Error ? error.message : String(error);
}

function storageProblem(error: StorageUnavailableError, env: Env): string {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  if (bucket === undefined) return `Files can't be stored in DATA_DIR (${env.DATA_DIR}): ${error.message}.`;
  const store = endpoint ?? `Amazon's S3 in ${region}`;
  const { names, codes } = causesOf(error);
  if (names.includes("NoSuchBucket"))
    return `The S3 store ${store} has no bucket '${bucket}': make it, or set S3_BUCKET to another one.`;
  if (
    names.some((name) =>
      /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|CredentialsProviderError)$/.test(name),
    )
  )
    return `The S3 store ${store} refuses the keys: check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and what they may do in '${bucket}'.`;
  if (codes.length > 0 || names.includes("TimeoutError"))
    return `The S3 store can't be reached at ${store} (${codes[0] ?? "no answer in time"}): check S3_ENDPOINT and S3_REGION.`;
  return `The S3 store ${store} failed (${error.message}): check S3_ENDPOINT, S3_BUCKET and S3_REGION.`;
}

function modelProblem(
  error: LanguageModelError,
  { OPENAI_BASE_URL: address, OPENAI_MODEL: model }: Env,
  nameOf: NameOf,
): string {
  if (error.hasRemedy) return error.advice;
  const place =
    address === undefined ? "OpenAI" : `the server of ${nameOf("OPENAI_BASE_URL")}, ${new URL(address).host}`;
  switch (error.code) {
    case "unavailable":
      return `No language model answers at ${place}: is it running, and is the address right?`;
    case "unauthorized":
      return `The language model of ${place} refuses the key: check ${nameOf("OPENAI_API_KEY")}.`;
    case "unknown_model":
      return `There is no model '${model}' at ${place}: check ${nameOf("OPENAI_MODEL")}.`;
    default:
      return error.advice;
  }
}

function speechProblem(error: SpeechError | RecognitionError, env: Env, nameOf: NameOf): string {
  const { AZURE_SPEECH_HOST: host, AZURE_SPEECH_REGION: region } = env;
  const isElsewhere = host === undefined && region === undefined;
  if (isElsewhere && error instanceof SpeechError && env.OPENAI_SPEECH_MODEL !== undefined)
    return speechServerProblem(error, env, nameOf);
  if (isElsewhere && error instanceof SpeechError)
    return `The built-in voice failed (${error.code}): is this machine very busy, or short of memory?`;
  // Recognition is then the OpenAI-compatible server's.
  if (isElsewhere) return `${error.advice} (${nameOf("OPENAI_BASE_URL")}, ${nameOf("OPENAI_TRANSCRIBE_MODEL")})`;
  const place = host === undefined ? `Azure Speech in ${region}` : `the speech container at ${host}`;
  if (error.code === "unauthorized")
    return `The key is refused by ${place}: check ${nameOf("AZURE_SPEECH_KEY")}${host === undefined ? ` and ${nameOf("AZURE_SPEECH_REGION")}` : ""}.`;
  if (error.code === "unavailable" || error.code === "timeout")
    return `No answer from ${place}: check ${host === undefined ? `${nameOf("AZURE_SPEECH_REGION")} and this machine's way to the internet` : `${nameOf("AZURE_SPEECH_HOST")}, and whether the container runs`}.`;
  return error.advice;
}

function speechServerProblem({ code, advice, hasRemedy }: SpeechError, env: Env, nameOf: NameOf): string {
  const isOwn = env.OPENAI_SPEECH_BASE_URL !== undefined;
  const place = `the speech server ${isOwn ? new URL(env.OPENAI_SPEECH_BASE_URL ?? "").host : `of ${nameOf("OPENAI_BASE_URL")}`}`;
  if (hasRemedy)
    return `${advice} (${nameOf(code === "bad_voice" ? "OPENAI_SPEECH_VOICES" : "OPENAI_SPEECH_BASE_URL")})`;
  switch (code) {
    case "unauthorized":
      return `The key is refused by ${place}: check ${nameOf(isOwn ? "OPENAI_SPEECH_KEY" : "OPENAI_API_KEY")}.`;
    case "bad_voice":
      return `A voice is not known to ${place}: check ${nameOf("OPENAI_SPEECH_VOICES")}.`;
    case "unavailable":
    case "timeout":
      return `No voice from ${place}: does it run, is ${nameOf("OPENAI_SPEECH_BASE_URL")} right, and has it a model '${env.OPENAI_SPEECH_MODEL}'?`;
    default:
      return advice;
  }
}

function mailProblem({ code }: MailError, { SMTP_URL }: Env): string {
  const place = `The mail server ${new URL(SMTP_URL ?? "smtp://none").host}`;
  if (code === "EAUTH") return `${place} refuses the user or the password: check both in SMTP_URL.`;
  if (code === "ETLS") return `${place} can't be spoken to encrypted: check SMTP_URL (${encrypted}).`;
  if (/CERT|VERIFY/.test(code))
    return `${place} shows a certificate that is not trusted here (${code}): SMTP_URL must name the host that it is made for, and an authority of your own goes into the file that NODE_EXTRA_CA_CERTS names.`;
  return `${place} can't be reached (${code}): check the host, the port and the beginning of SMTP_URL (${encrypted}).`;
}

const encrypted = "smtps:// is encrypted from the start, often at port 465; smtp:// begins plain, often at 587";

function causesOf(error: Error): { names: string[]; codes: string[] } {
  const names: string[] = [];
  const codes: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    names.push(cause.name);
    if ("code" in cause && typeof cause.code === "string" && /^E[A-Z]+$/.test(cause.code)) codes.push(cause.code);
  }
  return { names, codes };
}
