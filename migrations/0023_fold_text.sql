-- What a search compares: texts without accents and case, with one kind of quotes, one form of each character. The same as
-- foldText in shared/fold-text.ts. With `keeps_accents` it tells 'resume' from 'résumé'. Small letters by PostgreSQL's own
-- tables (17 and later) or by ICU, so that it is the same in every locale of a database; else by what there is.
DO $migration$
DECLARE
  small_letters name;
BEGIN
  SELECT collname INTO small_letters FROM pg_collation
  WHERE collname IN ('pg_c_utf8', 'und-x-icu', 'default') AND collnamespace = 'pg_catalog'::regnamespace
  ORDER BY array_position(ARRAY['pg_c_utf8', 'und-x-icu', 'default'], collname::text) LIMIT 1;
  EXECUTE format($create$
CREATE FUNCTION fold_text(content text, keeps_accents boolean DEFAULT false) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $fold$
DECLARE
  t text;
BEGIN
  -- Plain ASCII: a tenth of the time.
  IF octet_length(content) = length(content) THEN
    RETURN replace(lower(content COLLATE "C"), '`', '''');
  END IF;
  t := normalize(replace(content, '´', ''''), NFKD);
  -- What can't be seen: soft hyphens, joiners, marks of direction, variation selectors, the stroke in Arabic words.
  t := regexp_replace(t, '[\u00AD\u061C\u0640\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]', '', 'g');
  IF NOT keeps_accents THEN
    t := regexp_replace(t, '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g');
  END IF;
  t := lower(t COLLATE %I);
  t := regexp_replace(t, '[`\u2018\u2019\u201A\u201B\u2032\u02BB\u02BC\u05F3\u2039\u203A]', '''', 'g');
  t := regexp_replace(t, '[\u201C-\u201F\u00AB\u00BB\u05F4]', '"', 'g');
  t := regexp_replace(t, '[\u2010\u2012-\u2015\u2212]', '-', 'g');
  t := replace(t, 'ς', 'σ');
  IF NOT keeps_accents THEN
    IF t ~ '[ßæœþ]' THEN
      t := replace(replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    END IF;
    IF t ~ '[ıøđðłħىةیک]' THEN
      t := translate(t, 'ıøđðłħىةیک', 'ioddlhيهيك');
    END IF;
  END IF;
  RETURN CASE WHEN t IS NFC NORMALIZED THEN t ELSE normalize(t, NFC) END;
END $fold$;
$create$, small_letters);
END $migration$;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "folded_content" text GENERATED ALWAYS AS (nullif(fold_text("content"), lower("content" collate "C"))) STORED;
--> statement-breakpoint
-- Finds messages, pets, users and entries of the audit log that hold a word anywhere. A database that has no pg_trgm, or
-- does not let us make it, searches without the indexes.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  DROP INDEX IF EXISTS messages_content_trgm, audit_log_searched_trgm;
  CREATE INDEX messages_searched_trgm ON messages USING gin (
    coalesce(folded_content, lower(content COLLATE "C")) gin_trgm_ops
  );
  CREATE INDEX agents_searched_trgm ON agents USING gin (fold_text(name) gin_trgm_ops);
  CREATE INDEX users_searched_trgm ON users USING gin (
    fold_text(first_name || ' ' || last_name || ' ' || coalesce(username, '') || ' ' || email) gin_trgm_ops
  );
  CREATE INDEX audit_log_searched_trgm ON audit_log USING gin (
    fold_text(coalesce(actor_name, '') || ' ' || coalesce(target_name, '') || ' ' || coalesce(ip, '')) gin_trgm_ops
  );
  -- Until it has read the new indexes, PostgreSQL takes every word for a rare one.
  ANALYZE messages, agents, users, audit_log;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'Searching without an index: %', SQLERRM;
END $$;
