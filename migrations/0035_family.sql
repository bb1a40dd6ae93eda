CREATE TABLE "agent_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid,
	"invited_by" uuid,
	"right" text NOT NULL,
	"called_as" text,
	"digest" text NOT NULL,
	"expires_at" timestamp with time zone,
	"max_uses" integer,
	"used_count" integer DEFAULT 0 NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_invitations_digest_unique" UNIQUE("digest"),
	CONSTRAINT "agent_invitations_uses" CHECK ("agent_invitations"."max_uses" is null or "agent_invitations"."used_count" <= "agent_invitations"."max_uses")
);
--> statement-breakpoint
ALTER TABLE "user_agent_access" ADD COLUMN "right" text DEFAULT 'talk' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_agent_access" ADD COLUMN "called_as" text;--> statement-breakpoint
ALTER TABLE "user_agent_access" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "agent_invitations" ADD CONSTRAINT "agent_invitations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_invitations" ADD CONSTRAINT "agent_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_invitations_agent" ON "agent_invitations" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "agent_invitations_invited_by" ON "agent_invitations" USING btree ("invited_by");--> statement-breakpoint
ALTER TABLE "user_agent_access" ADD CONSTRAINT "user_agent_access_invitation_id_agent_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."agent_invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_agent_access_invitation" ON "user_agent_access" USING btree ("invitation_id");