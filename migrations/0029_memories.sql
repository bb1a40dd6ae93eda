CREATE TABLE "memories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"happened_on" date,
	"precision" text,
	"status" text NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"supersedes" uuid,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"fingerprint" text[] NOT NULL,
	"vector_model" text,
	"vector" "bytea",
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memories_forgotten" CHECK ("memories"."status" <> 'declined' or ("memories"."text" = '' and "memories"."vector" is null))
);
--> statement-breakpoint
CREATE TABLE "memory_pauses" (
	"user_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	CONSTRAINT "memory_pauses_user_id_agent_id_pk" PRIMARY KEY("user_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "memory_quotes" (
	"memory_id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recalled_memories" (
	"message_id" uuid NOT NULL,
	"memory_id" uuid NOT NULL,
	CONSTRAINT "recalled_memories_message_id_memory_id_pk" PRIMARY KEY("message_id","memory_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_temporary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "remembered_to" bigint;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_supersedes_memories_id_fk" FOREIGN KEY ("supersedes") REFERENCES "public"."memories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_pauses" ADD CONSTRAINT "memory_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_pauses" ADD CONSTRAINT "memory_pauses_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_quotes" ADD CONSTRAINT "memory_quotes_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_quotes" ADD CONSTRAINT "memory_quotes_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalled_memories" ADD CONSTRAINT "recalled_memories_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalled_memories" ADD CONSTRAINT "recalled_memories_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memories_store" ON "memories" USING btree ("agent_id","user_id","status");--> statement-breakpoint
CREATE INDEX "memories_user" ON "memories" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memory_pauses_agent" ON "memory_pauses" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "memory_quotes_message" ON "memory_quotes" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "recalled_memories_memory" ON "recalled_memories" USING btree ("memory_id");