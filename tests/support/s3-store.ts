import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

export interface S3Store {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `GET /bucket/key`, in the order in which they came. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** For tests: an S3-compatible store that somebody else wrote, on a folder of its own. It checks signatures. */
export async function startS3rver(bucket: string): Promise<S3Store> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-s3-"));
  const store = new S3rver({
    directory: folder,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await store.configureBuckets();
  const answer = store.callback();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? "")}`);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The store has no port.");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    // The one account that it has.
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    requests,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
