ALTER TABLE "users" ADD COLUMN "temporary_password" text;--> statement-breakpoint
UPDATE "users" SET "temporary_password" = "password" WHERE "is_default_password";
