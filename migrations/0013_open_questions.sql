CREATE TABLE "open_question_askings" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"open_question_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"put_aside_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "open_question_askings" ADD CONSTRAINT "open_question_askings_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_question_askings" ADD CONSTRAINT "open_question_askings_open_question_id_open_questions_id_fk" FOREIGN KEY ("open_question_id") REFERENCES "public"."open_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_question_askings_question" ON "open_question_askings" USING btree ("open_question_id");--> statement-breakpoint
CREATE INDEX "open_questions_agent" ON "open_questions" USING btree ("agent_id");--> statement-breakpoint
-- An open question is nothing without the messages in which it was asked.
CREATE FUNCTION drop_unasked_question() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM open_questions WHERE id = OLD.open_question_id
    AND NOT EXISTS (SELECT 1 FROM open_question_askings WHERE open_question_id = OLD.open_question_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_question_askings_last AFTER DELETE ON open_question_askings
  FOR EACH ROW EXECUTE FUNCTION drop_unasked_question();
