import PQueue from "p-queue";

export interface PoolMember {
  /** False: it is closed, and another one opened for the next job. */
  readonly usable: boolean;
  /** Fails a job under way. Closing twice does no harm. */
  close(): Promise<void>;
}

export interface PoolOptions<Member extends PoolMember> {
  open(): Promise<Member>;
  readonly size: number;
  /** Without it idle members stay. */
  readonly idleMs?: number;
  readonly closedError: () => Error;
}

export function createPool<Member extends PoolMember>({ open, size, idleMs, closedError }: PoolOptions<Member>) {
  const jobs = new PQueue({ concurrency: size });
  const members = new Set<Member>();
  const idle: { member: Member; timer: NodeJS.Timeout | undefined }[] = [];
  let closed = false;

  async function openMember(): Promise<Member> {
    const member = await open();
    members.add(member);
    if (!closed) return member;
    void close(member);
    throw closedError();
  }

  function takeIdle(): Member | undefined {
    // The one used last, so that others idle long enough to be closed.
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      clearTimeout(found.timer);
      if (found.member.usable) return found.member;
      void close(found.member);
    }
    return undefined;
  }

  function giveBack(member: Member): void {
    if (!member.usable || closed) return void close(member);
    const onIdle = () => {
      idle.splice(idle.indexOf(entry), 1);
      void close(member);
    };
    const entry = { member, timer: idleMs === undefined ? undefined : setTimeout(onIdle, idleMs).unref() };
    idle.push(entry);
  }

  function close(member: Member): Promise<void> {
    members.delete(member);
    return member.close();
  }

  return {
    /** A signal rejects at once and lets the next job begin. */
    async use<Result>(job: (member: Member) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      signal?.throwIfAborted();
      const work = async () => {
        if (closed) throw closedError();
        const member = takeIdle() ?? (await openMember());
        return job(member).finally(() => giveBack(member));
      };
      return jobs.add(work, signal && { signal });
    },
    get waiting() {
      return jobs.size;
    },
    async close(): Promise<void> {
      closed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...members].map(close));
    },
  };
}
