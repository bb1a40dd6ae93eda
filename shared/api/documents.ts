import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, timestamp } from "./common.ts";

export const processingStatuses = ["pending", "processing", "processed", "failed"] as const;

export const document = z.object({
  id,
  agentId: id,
  filename: z.string().meta({ examples: ["vaccinations.pdf"] }),
  originalName: z.string().meta({ examples: ["vaccinations.pdf"] }),
  /** Bytes, as text (specification, section 3). */
  fileSize: z.string().meta({ examples: ["48213"] }),
  pageCount: z.number().int().nullable(),
  processingStatus: z.enum(processingStatuses),
  /** Why processing failed and what the owner can do, as one sentence. */
  failureReason: z.string().nullable(),
  /** The reason may pass, so that another try can succeed. */
  canRetry: z.boolean(),
  createdAt: timestamp,
});
export type PetDocument = z.output<typeof document>;

const documentId = z.object({ id });

export const listDocuments = route({
  method: "GET",
  path: "/api/agents/:id/documents",
  summary: "A pet's documents, newest first",
  params: documentId,
  response: z.array(document),
});

export const uploadDocument = route({
  method: "POST",
  path: "/api/agents/:id/documents",
  summary: "Add a document; it is read in the background",
  params: documentId,
  upload: { field: "file", maxBytes: limits.documentBytes, accepts: "PDF or TXT" },
  response: document,
  refusals: {
    409: "The pet has as many documents as it can have.",
    415: "The file is neither PDF nor text.",
    507: "There is no room to store the file.",
  },
});

export const retryDocument = route({
  method: "POST",
  path: "/api/documents/:id/retry",
  summary: "Read a failed document once more",
  params: documentId,
  response: document,
  refusals: { 409: "The document was read, or is being read." },
});

export const deleteDocument = route({
  method: "DELETE",
  path: "/api/documents/:id",
  summary: "Delete a document, its file and what was read from it",
  params: documentId,
  response: doneResponse,
});
