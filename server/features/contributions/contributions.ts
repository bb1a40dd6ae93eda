import * as authors from "./author-queries.ts";
import * as queries from "./queries.ts";

// Apart from the service, which itself calls those who need these.

export const authorOfAnswer = authors.selectAnswerAuthor;
export const authorOfMemory = authors.selectMemoryAuthor;
export const isWaitingContribution = authors.isWaiting;
export const sweepContributions = queries.deleteLapsed;
