import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, optionalText, timestamp } from "./common.ts";

/** A diary answer, or a memory of the pet's life. */
export const memorialPiece = z.object({ kind: z.enum(["answer", "memory"]), id });
export type MemorialPiece = z.output<typeof memorialPiece>;

export const memorialChoice = memorialPiece.extend({
  /** The diary's question; null for a memory. */
  heading: z.string().nullable(),
  text: z.string().meta({ examples: ["I could hear the cheese drawer from the garden."] }),
});
export type MemorialChoice = z.output<typeof memorialChoice>;

export const guestBookEntry = z.object({
  id,
  name: z.string().meta({ examples: ["Anna"] }),
  words: z.string().meta({ examples: ["Best walks of my life. Thank you, Miso."] }),
  createdAt: timestamp,
  /** Null while it waits, seen by nobody but those who manage the pet. */
  approvedAt: timestamp.nullable(),
});
export type GuestBookEntry = z.output<typeof guestBookEntry>;

const petId = z.object({ id });

export const getMemorial = route({
  method: "GET",
  path: "/api/agents/:id/memorial",
  summary: "The memorial page of a pet: what it shows, what it could show, and its guest book",
  params: petId,
  response: z.object({
    /** Only then can the page be open. */
    isInMemory: z.boolean(),
    isOpen: z.boolean(),
    /** Of the page, on this server; null before anything was saved. */
    path: z
      .string()
      .nullable()
      .meta({ examples: ["/memorial/7mJ0o5C2h1vQ9xk3B8dNf4Ta6yRwZsLp"] }),
    words: z.string(),
    /** In their order on the page. */
    pieces: z.array(memorialPiece),
    choices: z.array(memorialChoice),
    /** Those that wait, oldest first; then the others, newest first. */
    guestBook: z.array(guestBookEntry),
  }),
});
export type Memorial = z.output<typeof getMemorial.response>;

export const saveMemorial = route({
  method: "PUT",
  path: "/api/agents/:id/memorial",
  summary: "Save the words of the memorial page, or what it shows in its order; what is no longer there is left out",
  params: petId,
  body: z.object({
    words: optionalText("Your words", limits.memorial.words)
      .meta({ examples: ["Thirteen years of joy."] })
      .optional(),
    pieces: z
      .array(memorialPiece)
      .max(limits.memorial.pieces, `A page can show at most ${limits.memorial.pieces} answers and memories`)
      .optional(),
  }),
  response: doneResponse,
});

export const openMemorial = route({
  method: "PUT",
  path: "/api/agents/:id/memorial/is-open",
  summary: "Open the memorial page to everybody who has its address, or close it",
  params: petId,
  body: z.object({ isOpen: z.boolean() }),
  response: doneResponse,
  refusals: { 409: "The pet is not in memory (`not_in_memory`)." },
});

export const previewMemorial = route({
  method: "GET",
  path: "/api/agents/:id/memorial/preview",
  summary: "The memorial page as guests would see it, also while it is closed",
  params: petId,
  media: "text/html; charset=utf-8",
  refusals: { 404: "The pet is not in memory, or its page has not been saved yet." },
});

const entryOfPet = z.object({ id, entryId: id });

export const approveGuestBookEntry = route({
  method: "PATCH",
  path: "/api/agents/:id/memorial/guest-book/:entryId",
  summary: "Show an entry of the guest book on the page, or show it no longer",
  params: entryOfPet,
  body: z.object({ isApproved: z.boolean() }),
  response: doneResponse,
  refusals: { 404: "The guest book has no such entry." },
});

export const deleteGuestBookEntry = route({
  method: "DELETE",
  path: "/api/agents/:id/memorial/guest-book/:entryId",
  summary: "Delete an entry of the guest book",
  params: entryOfPet,
  response: doneResponse,
  refusals: { 404: "The guest book has no such entry." },
});

export const getMemorialPicture = route({
  method: "GET",
  path: "/api/memorials/:slug/picture",
  summary: "The picture of a pet whose memorial page is open",
  params: z.object({
    slug: z
      .string()
      .max(100)
      .meta({ examples: ["7mJ0o5C2h1vQ9xk3B8dNf4Ta6yRwZsLp"] }),
  }),
  media: "image/webp",
  refusals: { 404: "No page is open at that address, or its pet has no picture." },
});
