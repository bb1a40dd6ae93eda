ALTER TABLE "open_question_askings" ADD COLUMN "whole_question" text;
