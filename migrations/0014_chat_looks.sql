ALTER TABLE "audit_log" ADD COLUMN "about_users" uuid[];--> statement-breakpoint
CREATE INDEX "audit_log_about_users" ON "audit_log" USING gin ("about_users") WHERE "audit_log"."about_users" is not null;
