import type { Log } from "#server/platform/observe/log.ts";
import { startSlices } from "#server/platform/threads/slices.ts";
import { PassageIndex } from "#server/understanding/retrieval/passage-index.ts";
import { type AddPassages, createIndexThread, type IndexThread, IndexThreadError } from "./index-thread.ts";

interface ReadPassage {
  id: string;
  text: string;
  document: string;
}

interface Passages<Read extends ReadPassage> {
  language: string;
  areMany: boolean;
  read(): AsyncIterable<readonly Read[]>;
  room: number;
  mostKept: number;
  log: Pick<Log, "warn">;
}

export interface PassageIndexResult<Read extends ReadPassage> {
  index: PassageIndex;
  characters: number;
  kept: Read[] | null;
  /** The last id in the index; null where all are in it. */
  inMemoryTo: string | null;
}

const sharedThread = createIndexThread();

/** A few are indexed here, since starting a thread takes longer; so are those of a failed thread. */
export async function indexPassages<Read extends ReadPassage>(
  passages: Passages<Read>,
  thread: IndexThread = sharedThread,
): Promise<PassageIndexResult<Read>> {
  if (passages.areMany)
    try {
      return await indexInThread(passages, thread);
    } catch (error) {
      if (!(error instanceof IndexThreadError)) throw error;
      passages.log.warn({ err: error }, "the thread that builds indexes failed: the server builds this one itself");
    }
  return indexHere(passages);
}

async function indexInThread<Read extends ReadPassage>(passages: Passages<Read>, thread: IndexThread) {
  const { index, added } = await thread.build(passages, (add) => addAll(passages, add));
  return { index, ...added };
}

export async function indexHere<Read extends ReadPassage>(passages: Passages<Read>): Promise<PassageIndexResult<Read>> {
  const index = new PassageIndex(passages.language);
  const rest = startSlices();
  const all = await addAll(passages, async (batch) => {
    for (const [at, passage] of batch.entries()) {
      if (index.bytes > passages.room) return at;
      index.add(passage);
      await rest();
    }
    return batch.length;
  });
  index.finalize();
  return { index, ...all };
}

async function addAll<Read extends ReadPassage>(
  { read, mostKept }: Passages<Read>,
  add: AddPassages,
): Promise<Omit<PassageIndexResult<Read>, "index">> {
  const kept: Read[] = [];
  let characters = 0;
  let last = NO_PASSAGE;
  const all = (inMemoryTo: string | null) => ({ characters, kept: characters <= mostKept ? kept : null, inMemoryTo });
  for await (const batch of read()) {
    const added = await add(batch.map(({ id, text, document }) => ({ id, text, title: withoutEnding(document) })));
    for (const passage of batch.slice(0, added)) {
      last = passage.id;
      characters += passage.text.length;
      if (characters <= mostKept) kept.push(passage);
    }
    if (added < batch.length) return all(last);
  }
  return all(null);
}

/** Before every id. */
const NO_PASSAGE = "00000000-0000-0000-0000-000000000000";

export const withoutEnding = (filename: string): string => filename.replace(/\.[a-z]{3,4}$/i, "");
