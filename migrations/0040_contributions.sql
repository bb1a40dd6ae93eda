CREATE TABLE "contributions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid,
	"author_name" text,
	"kind" text NOT NULL,
	"question_id" uuid,
	"text" text NOT NULL,
	"happened_on" date,
	"precision" text,
	"answer_id" uuid,
	"memory_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contributions_one_author" CHECK (num_nonnulls("contributions"."user_id", "contributions"."author_name") = 1),
	CONSTRAINT "contributions_kept" CHECK (num_nonnulls("contributions"."answer_id", "contributions"."memory_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "approves_contributions" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_question_id_diary_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."diary_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_answer_id_diary_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."diary_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contributions_agent" ON "contributions" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "contributions_user" ON "contributions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contributions_question" ON "contributions" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "contributions_answer" ON "contributions" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "contributions_memory" ON "contributions" USING btree ("memory_id");