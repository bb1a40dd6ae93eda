CREATE TABLE "offered_corrections" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offered_corrections" ADD CONSTRAINT "offered_corrections_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offered_corrections" ADD CONSTRAINT "offered_corrections_answer_id_diary_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."diary_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offered_corrections_answer" ON "offered_corrections" USING btree ("answer_id");