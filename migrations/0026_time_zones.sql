ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone_before" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone_from" timestamp with time zone;
--> statement-breakpoint
-- The zone, or UTC where it is null or this server has not heard of it: what browsers call Asia/Calcutta is left out of some
-- systems' tables, and nobody's question may fail for that.
CREATE FUNCTION known_time_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN coalesce(zone, 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
