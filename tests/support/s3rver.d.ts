/** The parts that are used. */
declare module "s3rver" {
  import type { RequestListener } from "node:http";

  interface S3rverOptions {
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
  }
  export default class S3rver {
    constructor(options: S3rverOptions);
    configureBuckets(): Promise<unknown>;
    /** Koa's. */
    callback(): RequestListener;
  }
}
