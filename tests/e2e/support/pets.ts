import { expect, type Page } from "@playwright/test";
import { DEMO_PET } from "./administration.ts";

/** What is there before a test begins is made by calls, as the person who is signed in in the page's browser. */

export interface Place {
  page: Page;
  /** Of the server. */
  url: string;
}

export interface Question {
  id: string;
  question: string;
  category: string;
}

export async function makePet(
  { page, url }: Place,
  fields: { name: string; avatarUrl?: string; language?: string; voiceName?: string },
): Promise<string> {
  const made = await page.request.post(`${url}/api/agents`, {
    data: { systemPrompt: "You are a pet.", language: "en-US", voiceName: "en-US-JennyNeural", ...fields },
  });
  expect(made.ok()).toBe(true);
  const { id } = await made.json();
  return id;
}

export async function questionsOf({ page, url }: Place): Promise<Question[]> {
  return (await page.request.get(`${url}/api/diary/questions`)).json();
}

export async function saveAnswer(
  { page, url }: Place,
  petId: string,
  questionId: string,
  answer: string,
): Promise<void> {
  const saved = await page.request.post(`${url}/api/agents/${petId}/diary/answers`, {
    data: { questionId, answer },
  });
  expect(saved.ok()).toBe(true);
}

/** From the list of pets into a new chat. */
export async function loadPet(page: Page, petName: string): Promise<void> {
  const pet = page.getByRole("listitem").filter({ hasText: petName });
  await expect(pet).toBeVisible();
  // The list of a single pet stands below the form, and moves down as that fills: a press between would be lost.
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  await pet.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page).toHaveURL(/tab=chat/);
}

/** Loads the pet and goes back to its setup. */
export async function openSetup({ page, url }: Place, petName: string): Promise<void> {
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, petName);
  await page.goBack();
  await expect(page.getByLabel("Pet Name")).toHaveValue(petName);
}

/**
 * The first words of a server take seconds on a busy machine. A reply waits ten for its voice, and then goes without: a
 * test that listens to a reply calls this before.
 */
export async function wakeVoice({ page, url }: Place): Promise<void> {
  const data = { text: "Good morning. I slept on the sofa, and dreamt of a very long walk along the river." };
  const speak = async () => (await page.request.post(`${url}/api/test-voice`, { data })).status();
  await expect.poll(speak, { timeout: 60_000 }).toBe(200);
}

/** Opens the chat with the demo pet. */
export async function openChatOf(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/chat`);
  await expect(page.getByRole("heading", { name: DEMO_PET, level: 1 })).toBeVisible();
}
