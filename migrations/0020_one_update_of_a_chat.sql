-- A message updates its chat once: the time of its last message and that of its last change, in one new version of the row.
-- A chat that is imported keeps the times that it brings.
CREATE OR REPLACE FUNCTION note_last_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET last_message_at = NEW.created_at, updated_at = greatest(updated_at, NEW.created_at)
  WHERE id = NEW.session_id AND (last_message_at IS NULL OR last_message_at < NEW.created_at);
  RETURN NULL;
END $$;
