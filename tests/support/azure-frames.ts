// The frames of the Azure Speech protocol: text is headers, an empty line and a body; binary is the headers' length
// (two bytes, big endian), the headers and the bytes.

export interface AzureFrame {
  /** Lower case, such as `speech.config`. */
  readonly path: string;
  readonly requestId: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export function readFrame(data: Buffer, isBinary: boolean): AzureFrame {
  const [head, body] = isBinary ? cutBinary(data) : cutText(data);
  const headers: Record<string, string> = {};
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { path: (headers.path ?? "").toLowerCase(), requestId: headers["x-requestid"] ?? "", headers, body };
}

export const textFrame = (path: string, requestId: string, body: object): string =>
  `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${JSON.stringify(body)}`;

export function audioFrame(requestId: string, streamId: string, audio: Uint8Array): Buffer {
  const head = `X-RequestId:${requestId}\r\nContent-Type:audio/mpeg\r\nX-StreamId:${streamId}\r\nPath:audio\r\n`;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(head.length);
  return Buffer.concat([length, Buffer.from(head, "latin1"), audio]);
}

function cutBinary(data: Buffer): [head: string, body: Buffer] {
  const end = 2 + data.readUInt16BE(0);
  return [data.subarray(2, end).toString("latin1"), data.subarray(end)];
}

function cutText(data: Buffer): [head: string, body: Buffer] {
  const end = data.indexOf("\r\n\r\n");
  return end < 0
    ? [data.toString("utf8"), Buffer.alloc(0)]
    : [data.subarray(0, end).toString("utf8"), data.subarray(end + 4)];
}
