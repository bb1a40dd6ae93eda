import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between the product and its database, which can simulate network faults and a failover. */
export interface DatabaseProxy {
  /** As DATABASE_URL wants it. */
  url: string;
  /** Connections that were asked for while it was cut. */
  readonly refused: number;
  /** Where new connections lead from now on. */
  leadTo(url: string): void;
  /** Every connection breaks, and new ones do as soon as they are made. */
  cut(): void;
  /** Connections stay, and say nothing more; new ones are taken and not answered. */
  fallSilent(): void;
  /** Ends `cut` or `fallSilent`. Bytes that were sent during the silence arrive now. */
  mend(): void;
  stop(): Promise<void>;
}

type State = "whole" | "cut" | "silent";

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  let state: State = "whole";
  let refused = 0;
  const pairs = new Set<{ near: Socket; far: Socket }>();
  const waiting = new Set<Socket>();

  function join(near: Socket): void {
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const side of [near, far]) side.on("error", end).on("close", end);
    flow(pair);
  }

  const flow = ({ near, far }: { near: Socket; far: Socket }) => {
    near.pipe(far);
    far.pipe(near);
  };
  const halt = ({ near, far }: { near: Socket; far: Socket }) => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };

  const server = createServer((near) => {
    near.on("error", () => near.destroy());
    if (state === "cut") {
      refused += 1;
      near.resetAndDestroy();
    } else if (state === "silent") waiting.add(near.pause());
    else join(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;

  const breakAll = () => {
    for (const { near } of [...pairs]) near.resetAndDestroy();
    for (const near of waiting) near.destroy();
    waiting.clear();
  };
  return {
    url: url.href,
    get refused() {
      return refused;
    },
    leadTo(next) {
      target = new URL(next);
    },
    cut() {
      state = "cut";
      breakAll();
    },
    fallSilent() {
      state = "silent";
      for (const pair of pairs) halt(pair);
    },
    mend() {
      const was = state;
      state = "whole";
      if (was !== "silent") return;
      for (const pair of pairs) flow(pair);
      for (const near of waiting) join(near);
      waiting.clear();
    },
    stop() {
      breakAll();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
