ALTER TABLE "agents" ADD COLUMN "species" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "birthday" date;