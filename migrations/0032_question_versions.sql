ALTER TABLE "messages" ADD COLUMN "version_group" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "aside_with" uuid;--> statement-breakpoint
CREATE INDEX "messages_versions" ON "messages" USING btree ("version_group") WHERE "messages"."version_group" is not null;