-- Single letters and pairs of letters that are not of ASCII, each once. In Chinese, Japanese and Korean a word has one or two
-- letters, for which an index of three letters in a row would read every message. Null for plain ASCII.
CREATE FUNCTION letter_pairs(folded text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $pairs$
BEGIN
  IF octet_length(folded) = length(folded) THEN
    RETURN NULL;
  END IF;
  RETURN (
    WITH letters AS (
      SELECT letter, lead(letter) OVER (PARTITION BY run ORDER BY place) AS following
      FROM regexp_split_to_table(folded, '[\u0001-\u007F]+') WITH ORDINALITY AS runs (letters, run),
        regexp_split_to_table(letters, '') WITH ORDINALITY AS parts (letter, place)
      WHERE letters <> ''
    )
    SELECT array_agg(DISTINCT part) FROM letters, unnest(ARRAY[letter, letter || following]) AS part
    WHERE part IS NOT NULL
  );
END $pairs$;
--> statement-breakpoint
CREATE INDEX messages_letter_pairs ON messages USING gin (letter_pairs(coalesce(folded_content, lower(content COLLATE "C"))));
--> statement-breakpoint
ANALYZE messages;
