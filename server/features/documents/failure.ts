import { limits } from "#shared/limits.ts";

/** A PDF that claims more is hostile or broken. */
export const MAX_PAGES = 5_000;

const megabytes = Math.round(limits.documentTextBytes / 1024 / 1024);

export const failures = {
  encrypted: "This PDF is protected by a password: please remove the protection and upload it again.",
  damaged: "This file is damaged or incomplete: please save it anew in another program and upload that.",
  scan: "No text was found in this PDF, so it is probably a scan: please upload a version whose text can be selected.",
  empty: "There is no text in this file: please upload one that holds text.",
  too_slow: "Reading this document took too long: please split it into smaller parts and upload those.",
  too_heavy:
    "Reading this document took too much memory: please split it or save it in a simpler form, and upload that.",
  too_long: `This document holds more than ${megabytes} MB of text: please split it into smaller parts and upload those.`,
  too_many_pages: `This document has more than ${MAX_PAGES.toLocaleString("en-US")} pages: please split it into smaller parts and upload those.`,
  file_gone: "The stored file is gone: please delete this document and upload it again.",
  unexpected: "Something went wrong on our side while reading this document: please try again in a while.",
} as const;

/** May go better when the machine has less to do. */
export const passingFailures: readonly string[] = [failures.too_slow, failures.too_heavy, failures.unexpected];

export type FailureKind = keyof typeof failures;

export class UnreadableDocument extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind) {
    super(failures[kind]);
    this.kind = kind;
  }
}
