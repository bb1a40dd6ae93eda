CREATE TABLE "embeddings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"diary_answer_id" uuid,
	"passage_id" uuid,
	"part" text NOT NULL,
	"model" text NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "embeddings_one_piece" CHECK (num_nonnulls("embeddings"."diary_answer_id", "embeddings"."passage_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "embedded_model" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "embedded_version" integer;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_diary_answer_id_diary_answers_id_fk" FOREIGN KEY ("diary_answer_id") REFERENCES "public"."diary_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "embeddings_agent" ON "embeddings" USING btree ("agent_id","model","id");--> statement-breakpoint
CREATE INDEX "embeddings_answer" ON "embeddings" USING btree ("diary_answer_id");--> statement-breakpoint
CREATE INDEX "embeddings_passage" ON "embeddings" USING btree ("passage_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embeddings_piece" ON "embeddings" USING btree ("model","part",coalesce("diary_answer_id", "passage_id"));