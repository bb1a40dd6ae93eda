-- Finds the entries that hold a word anywhere in the searched columns. A database that has no pg_trgm, or does not let us
-- make it, searches without the index.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX audit_log_searched_trgm ON audit_log USING gin (
    (coalesce(actor_name, '') || ' ' || coalesce(target_name, '') || ' ' || coalesce(ip, '')) gin_trgm_ops
  );
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'Searching the audit log without an index: %', SQLERRM;
END $$;
