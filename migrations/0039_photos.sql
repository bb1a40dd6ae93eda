CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"added_by" uuid,
	"caption" text NOT NULL,
	"taken_on" date,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"diary_answer_id" uuid,
	"memory_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_one_place" CHECK (num_nonnulls("photos"."diary_answer_id", "photos"."memory_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_diary_answer_id_diary_answers_id_fk" FOREIGN KEY ("diary_answer_id") REFERENCES "public"."diary_answers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_agent" ON "photos" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "photos_added_by" ON "photos" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "photos_diary_answer" ON "photos" USING btree ("diary_answer_id");--> statement-breakpoint
CREATE INDEX "photos_memory" ON "photos" USING btree ("memory_id");