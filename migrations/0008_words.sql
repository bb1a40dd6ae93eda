ALTER TABLE "messages" RENAME COLUMN "maker" TO "worker_id";--> statement-breakpoint
ALTER TABLE "chunks" RENAME TO "passages";--> statement-breakpoint
ALTER INDEX "chunks_agent" RENAME TO "passages_agent";--> statement-breakpoint
ALTER INDEX "chunks_document_ordinal" RENAME TO "passages_document_ordinal";--> statement-breakpoint
ALTER INDEX "chunks_pkey" RENAME TO "passages_pkey";--> statement-breakpoint
ALTER TABLE "passages" RENAME CONSTRAINT "chunks_agent_id_agents_id_fk" TO "passages_agent_id_agents_id_fk";--> statement-breakpoint
ALTER TABLE "passages" RENAME CONSTRAINT "chunks_document_id_documents_id_fk" TO "passages_document_id_documents_id_fk";
