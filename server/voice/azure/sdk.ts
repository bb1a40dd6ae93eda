import type * as Sdk from "microsoft-cognitiveservices-speech-sdk";
import type { Env } from "#server/platform/env.ts";
import { guardConnections } from "./guard-connections.ts";

export type AzureSdk = typeof Sdk;

export type AzureAccount =
  | { readonly kind: "cloud"; readonly key: string; readonly region: string }
  | { readonly kind: "host"; readonly host: string; readonly key: string | undefined };

export type AzureEnv = Pick<Env, "AZURE_SPEECH_KEY" | "AZURE_SPEECH_REGION" | "AZURE_SPEECH_HOST">;

/** Null where Azure is not configured. A container is preferred to a region. */
export function azureAccount(env: AzureEnv): AzureAccount | null {
  const { AZURE_SPEECH_KEY: key, AZURE_SPEECH_REGION: region, AZURE_SPEECH_HOST: host } = env;
  if (host !== undefined) return { kind: "host", host, key };
  return key !== undefined && region !== undefined ? { kind: "cloud", key, region } : null;
}

export function speechConfig(sdk: AzureSdk, account: AzureAccount): Sdk.SpeechConfig {
  return account.kind === "cloud"
    ? sdk.SpeechConfig.fromSubscription(account.key, account.region)
    : sdk.SpeechConfig.fromHost(new URL(account.host), account.key);
}

let loaded: Promise<AzureSdk> | undefined;

/** On first use: 20 MB and 0.2 s that a server without Azure saves. */
export function loadAzureSdk(): Promise<AzureSdk> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<AzureSdk> {
  const [sdk, { WebsocketMessageAdapter }] = await Promise.all([
    import("microsoft-cognitiveservices-speech-sdk"),
    import("microsoft-cognitiveservices-speech-sdk/distrib/lib/src/common.browser/WebsocketMessageAdapter.js"),
  ]);
  // From Node 22 on the SDK would use the global WebSocket, which hides the HTTP status.
  WebsocketMessageAdapter.forceNpmWebSocket = true;
  guardConnections(WebsocketMessageAdapter);
  return sdk;
}

export type AzureFailure = "unauthorized" | "rate_limited" | "bad_voice" | "unavailable";

/** Only the text has the HTTP status and the closing code. */
export function failureOf(details: string): AzureFailure {
  const status = /Unexpected server response: (\d+)/.exec(details)?.[1] ?? "";
  const closed = /websocket error code: (\d+)/.exec(details)?.[1] ?? "";
  if (/^40[13]$/.test(status) || /^440[13]$/.test(closed)) return "unauthorized";
  if (status === "429" || closed === "4429" || /throttled|too many requests|quota/i.test(details))
    return "rate_limited";
  if (closed === "1007" && /voice/i.test(details)) return "bad_voice";
  return "unavailable";
}

/** The SDK quotes addresses that contain the key. */
export function withoutKey(details: string, { key }: AzureAccount): string {
  const short = details.slice(0, 500);
  return key === undefined ? short : short.replaceAll(key, "[key]").replaceAll(encodeURIComponent(key), "[key]");
}
