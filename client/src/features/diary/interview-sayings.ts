/** By whether the person knows Will, and whether the diary has answers. */
export const greetings = {
  first: {
    empty: (petName: string) => greeting(petName),
    begun: (petName: string) =>
      `Hi, I'm Will! ${petName}'s diary has begun already, so I ask only what is still missing, one question at a time. Each answer is saved as you send it.`,
  },
  again: {
    empty: (petName: string) => `Hello again, Will here! Let's begin ${petName}'s diary.`,
    begun: (petName: string) => welcomeBack(petName),
  },
};
const greeting = (petName: string) =>
  `Hi, I'm Will! Let's fill in ${petName}'s diary together. I ask you about ${petName}, one question at a time, and each answer is saved as you send it.`;
const welcomeBack = (petName: string) =>
  `Welcome back! Will here again. Let's go on with ${petName}'s diary where we stopped.`;
export const allDone = (petName: string) =>
  `All questions are answered: ${petName}'s diary is complete! You can still change any answer in the regular diary.`;
export const SKIPPED = "No problem, we can come back to that one.";
export const UNDONE = "Undone: the diary is as it was before. Here is the question again.";
export const REST = "That's plenty for today: five answers, thank you! Say “more” to go on, or stop here.";
export const STOPPED = "Then that's it for today. Everything is saved, and we go on here whenever you like.";
export const WENT_BACK = "Sure, let's go back one.";
export const CONGRATULATION = "Congratulations! That was the last question, and every page of the diary is filled.";
export const congratulationWith = (open: number) =>
  `Congratulations, we are through! ${open === 1 ? "One question is" : `${open} questions are`} still open: I ask again whenever you start the interview.`;
