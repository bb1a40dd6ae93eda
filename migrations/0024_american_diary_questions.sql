-- The seeded questions are for the United States. One that an administrator has worded anew stays.
UPDATE "diary_questions" AS "kept" SET "question" = "american"."question"
FROM (VALUES
  ('appearance', 'What do I look like: my coat, colours and eyes?', 'What do I look like: my coat, colors and eyes?'),
  ('favorite_food', 'What is my favourite food or treat?', 'What is my favorite food or treat?'),
  ('favorite_toy', 'What is my favourite toy?', 'What is my favorite toy?'),
  ('favorite_person', 'Who is my favourite person, and why?', 'Who is my favorite person, and why?'),
  ('favorite_spot', 'What is my favourite spot at home?', 'What is my favorite spot at home?'),
  ('best_memory', 'What is your favourite memory of us together?', 'What is your favorite memory of us together?')
) AS "american" ("key", "before", "question")
WHERE "kept"."key" = "american"."key" AND "kept"."question" = "american"."before";
--> statement-breakpoint
UPDATE "diary_questions" SET "category" = 'Favorites' WHERE "category" = 'Favourites';
