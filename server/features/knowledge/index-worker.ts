import { parentPort } from "node:worker_threads";
import type { ThreadReady } from "#server/platform/threads/threads.ts";
import { PassageIndex, type TransferredPassages } from "#server/understanding/retrieval/passage-index.ts";
import type { IndexingAnswer, IndexingJob } from "./index-thread.ts";

let passages = new PassageIndex("en");
let room = 0;

parentPort?.on("message", (job: IndexingJob) => {
  const answer = answerTo(job);
  parentPort?.postMessage(answer, answer.kind === "built" ? arraysOf(answer.passages) : []);
});
parentPort?.postMessage({ kind: "ready" } satisfies ThreadReady);

function answerTo(job: IndexingJob): IndexingAnswer {
  if (job.kind === "begin") {
    passages = new PassageIndex(job.language);
    room = job.room;
    return { kind: "begun" };
  }
  if (job.kind === "finish") {
    const answer = { kind: "built", passages: passages.handOver() } as const;
    passages = new PassageIndex("en");
    return answer;
  }
  let added = 0;
  for (const passage of job.passages) {
    if (passages.bytes > room) break;
    passages.add(passage);
    added += 1;
  }
  return { kind: "added", added };
}

function arraysOf({ index, ids }: TransferredPassages): ArrayBuffer[] {
  const { terms, bags, lengths, postings } = index;
  const arrays = [
    ...[ids.ends, terms.ends, terms.sorted, lengths],
    ...Object.values(bags),
    ...[postings.starts, postings.docs, postings.counts],
  ];
  return arrays.map(({ buffer }) => buffer);
}
