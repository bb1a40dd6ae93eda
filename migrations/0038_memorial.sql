CREATE TABLE "guest_book_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"approved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memorial_pieces" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"diary_answer_id" uuid,
	"memory_id" uuid,
	CONSTRAINT "memorial_pieces_one_piece" CHECK (num_nonnulls("memorial_pieces"."diary_answer_id", "memorial_pieces"."memory_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "memorials" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memorials_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "guest_book_entries" ADD CONSTRAINT "guest_book_entries_agent_id_memorials_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."memorials"("agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memorial_pieces" ADD CONSTRAINT "memorial_pieces_agent_id_memorials_agent_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."memorials"("agent_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memorial_pieces" ADD CONSTRAINT "memorial_pieces_diary_answer_id_diary_answers_id_fk" FOREIGN KEY ("diary_answer_id") REFERENCES "public"."diary_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memorial_pieces" ADD CONSTRAINT "memorial_pieces_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memorials" ADD CONSTRAINT "memorials_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_book_entries_agent" ON "guest_book_entries" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "memorial_pieces_agent" ON "memorial_pieces" USING btree ("agent_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "memorial_pieces_piece" ON "memorial_pieces" USING btree (coalesce("diary_answer_id", "memory_id"));--> statement-breakpoint
CREATE INDEX "memorial_pieces_answer" ON "memorial_pieces" USING btree ("diary_answer_id");--> statement-breakpoint
CREATE INDEX "memorial_pieces_memory" ON "memorial_pieces" USING btree ("memory_id");