import { z } from "zod";
import { route } from "../route.ts";
import { doneResponse, id, timestamp } from "./common.ts";
import { eventDate } from "./memory.ts";

/** `talks`: replies that the caller gave a heart, each with its question. */
export const bookPart = z.enum(["diary", "memories", "talks"]);
export type BookPart = z.output<typeof bookPart>;

export const bookEntry = z.object({
  id,
  /** The diary's category; null where the entry has none. */
  group: z
    .string()
    .nullable()
    .meta({ examples: ["Food"] }),
  /** The question. */
  heading: z
    .string()
    .nullable()
    .meta({ examples: ["What is your favorite food?"] }),
  text: z.string().meta({ examples: ["The corner of a grilled cheese sandwich."] }),
  date: eventDate.nullable(),
  /** Whose memory or answer it is, where somebody of the family gave it. */
  toldBy: z
    .string()
    .nullable()
    .meta({ examples: ["Anna"] }),
});
export type BookEntry = z.output<typeof bookEntry>;

/** Square: 21 by 21 cm. */
export const bookFormat = z.enum(["a5", "square"]);
export type BookFormat = z.output<typeof bookFormat>;

const MOST_ENTRIES = 10_000;
const entryIds = z.array(id).max(MOST_ENTRIES);

export const bookArrangement = z.object({
  format: bookFormat,
  /** In the order of the book; one that is missing is left out. */
  parts: z
    .array(bookPart)
    .max(bookPart.options.length)
    .refine((parts) => new Set(parts).size === parts.length, "A part can stand in the book once"),
  leftOut: entryIds,
  /** Entries that were moved, with all others of their part, in their order. */
  order: entryIds,
});
export type BookArrangement = z.output<typeof bookArrangement>;

/** `missing`: this server has no Typst; `fonts`: none for a script of the book. */
export const pdfFailure = z.enum(["missing", "fonts", "too_heavy", "too_slow", "interrupted", "unexpected"]);
export type PdfFailure = z.output<typeof pdfFailure>;

export const bookPdf = z.discriminatedUnion("status", [
  z.object({ status: z.literal("none") }),
  z.object({ status: z.literal("waiting") }),
  z.object({ status: z.literal("working"), step: z.enum(["pages", "storing"]) }),
  z.object({ status: z.literal("done"), pages: z.number().int(), madeAt: timestamp, expiresAt: timestamp }),
  z.object({ status: z.literal("failed"), failure: pdfFailure }),
]);
export type BookPdf = z.output<typeof bookPdf>;

export const book = z.object({
  name: z.string().meta({ examples: ["Tucker"] }),
  language: z.string().meta({ examples: ["en-US"] }),
  avatarUrl: z.string().nullable(),
  species: z.string().nullable(),
  birthday: z.iso.date().nullable(),
  diedOn: z.iso.date().nullable(),
  /** Of all parts, in the diary's order, the order of the pet's life, and that of the talks. */
  entries: z.object({ diary: z.array(bookEntry), memories: z.array(bookEntry), talks: z.array(bookEntry) }),
  arrangement: bookArrangement,
  /** This server makes a PDF of the book; without that it can be printed. */
  makesPdf: z.boolean(),
});
export type Book = z.output<typeof book>;

const agentId = z.object({ id });

export const getBook = route({
  method: "GET",
  path: "/api/agents/:id/book",
  summary: "A pet's book: diary, memories of the pet, and what the caller kept of their own chats, as it is arranged",
  params: agentId,
  response: book,
});

export const arrangeBook = route({
  method: "PUT",
  path: "/api/agents/:id/book",
  summary: "Choose and order what stands in a pet's book",
  params: agentId,
  body: bookArrangement,
  response: doneResponse,
});

export const makeBookPdf = route({
  method: "POST",
  path: "/api/agents/:id/book/pdf",
  summary:
    "Begin to make a PDF of the book as it is arranged now; only the caller can fetch it. `getBookPdf` tells its state",
  params: agentId,
  response: bookPdf,
  refusals: { 409: "There is nothing in the book." },
});

export const getBookPdf = route({
  method: "GET",
  path: "/api/agents/:id/book/pdf",
  summary: "What became of the caller's PDF of the book",
  params: agentId,
  response: bookPdf,
});

export const downloadBookPdf = route({
  method: "GET",
  path: "/api/agents/:id/book/book.pdf",
  summary: "The caller's PDF of the book; it is kept for a week",
  params: agentId,
  media: "application/pdf",
  refusals: { 404: "The caller has no finished PDF of this pet's book, or it is more than a week old." },
});
