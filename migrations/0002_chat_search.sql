-- Lists of chats are ordered by their last message, whoever stores it.
CREATE FUNCTION note_last_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET last_message_at = NEW.created_at
  WHERE id = NEW.session_id AND (last_message_at IS NULL OR last_message_at < NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_note_last AFTER INSERT OR UPDATE OF created_at ON messages
  FOR EACH ROW EXECUTE FUNCTION note_last_message();
--> statement-breakpoint
UPDATE sessions SET last_message_at = (SELECT max(created_at) FROM messages WHERE session_id = sessions.id);
--> statement-breakpoint
-- Finds the messages that hold a word anywhere. A database that has no pg_trgm, or does not let us make it, searches
-- without the index: one's own chats as fast, everybody's more slowly.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX messages_content_trgm ON messages USING gin (content gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'Searching chats without an index: %', SQLERRM;
END $$;
