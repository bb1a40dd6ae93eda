ALTER TABLE "messages" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "greeting" text;