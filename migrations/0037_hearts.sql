ALTER TABLE "messages" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_kept" ON "messages" USING btree ("agent_id") WHERE "messages"."is_kept";