ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone_before" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone_from" timestamp with time zone;
