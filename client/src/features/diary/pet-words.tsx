import type { PetQuestions } from "./pet-questions.ts";

type PetWordsProps = { petQuestions: PetQuestions | null; questionId: string };

/** How the pet asks a question, as Will reads it out and the chat shows it; nothing where the screen says the same. */
export function PetWords({ petQuestions, questionId }: PetWordsProps) {
  const words = petQuestions?.words.get(questionId);
  if (words === undefined) return null;
  return (
    <span lang={petQuestions?.language} dir="auto" className="block text-start font-normal text-ink-muted text-sm">
      {words}
    </span>
  );
}
