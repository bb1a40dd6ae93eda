ALTER TABLE "diary_questions" ADD COLUMN "agent_id" uuid;--> statement-breakpoint
ALTER TABLE "diary_questions" ADD CONSTRAINT "diary_questions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "diary_questions_agent" ON "diary_questions" USING btree ("agent_id");