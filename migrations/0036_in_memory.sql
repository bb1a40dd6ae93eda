ALTER TABLE "agents" ADD COLUMN "died_on" date;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "at_rest" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_at_rest_in_memory" CHECK ("agents"."at_rest" is null or "agents"."died_on" is not null);