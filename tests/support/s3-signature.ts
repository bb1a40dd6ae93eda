import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is not signed with the key (AWS Signature Version 4), by S3's code; null where it is. */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  keys: { accessKeyId: string; secretAccessKey: string },
): "AccessDenied" | "InvalidAccessKeyId" | "SignatureDoesNotMatch" | "XAmzContentSHA256Mismatch" | null {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;
  const [, accessKeyId = "", scope = "", signedHeaders = "", signature = ""] =
    pattern.exec(request.headers.authorization ?? "") ?? [];
  if (signature === "") return "AccessDenied";
  if (accessKeyId !== keys.accessKeyId) return "InvalidAccessKeyId";
  const bodyHash = header(request, "x-amz-content-sha256");
  if (/^[0-9a-f]{64}$/.test(bodyHash) && bodyHash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const canonical = [
    request.method,
    path,
    query
      .split("&")
      .filter((part) => part !== "")
      .map((part) => (part.includes("=") ? part : `${part}=`))
      .sort()
      .join("&"),
    ...signedHeaders.split(";").map((name) => `${name}:${header(request, name).trim()}`),
    "",
    signedHeaders,
    bodyHash,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", header(request, "x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${keys.secretAccessKey}`);
  return hmac(key, text).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

const header = (request: IncomingMessage, name: string): string => [request.headers[name] ?? ""].flat().join(",");
const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
