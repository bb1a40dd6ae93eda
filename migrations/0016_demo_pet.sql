ALTER TABLE "agents" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_one_demo" ON "agents" USING btree ("is_demo") WHERE "agents"."is_demo";--> statement-breakpoint
-- The Tucker of the first start becomes the demo, but only where nobody has written into his diary since: what people added
-- was not meant for every account and every visitor.
UPDATE "agents" SET "is_demo" = true
WHERE "id" = (SELECT "id" FROM "agents" ORDER BY "created_at", "id" LIMIT 1)
  AND "name" = 'Tucker' AND "knowledge_version" = 1;
