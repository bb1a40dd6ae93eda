-- Replies from before the mark "in my own words" have an empty list of sources for greetings, too. What was said then in a
-- few letters without a question mark, and is not among the questions that the pet could not answer, asked for nothing.
UPDATE messages AS reply SET sources = NULL
FROM messages AS question
WHERE reply.reply_to = question.id
  AND reply.role = 'assistant'
  AND reply.sources = '[]'::jsonb
  AND char_length(btrim(question.content)) <= 20
  AND question.content !~ '[?？؟]'
  AND NOT EXISTS (SELECT 1 FROM open_question_askings AS asking WHERE asking.message_id = question.id);
