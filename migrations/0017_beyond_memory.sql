ALTER TABLE "agents" ADD COLUMN "is_beyond_memory" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "passages_words" ON "passages" USING gin (to_tsvector('simple', "content"));