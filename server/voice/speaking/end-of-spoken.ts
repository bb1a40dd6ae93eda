import { readMarkdown, spokenWords } from "#shared/markdown.ts";
import { plainText } from "../speech/plain-text.ts";
import { createSentenceSplitter } from "./split-sentences.ts";

/** Where in the text its first sentences end, counted as they are spoken. */
export function endOfSpoken(text: string, language: string, sentences: number): number {
  const said = splitWhole(text, language);
  let left = sentences;
  let characters = 0;
  let counted = 0;
  for (const sentence of said) {
    if (left === 0) break;
    counted += [...sentence].filter(isVisible).length;
    if (plainText(sentence) === "") continue;
    characters = counted;
    left -= 1;
  }
  if (characters === 0) return 0;
  const end = visibleEnds(text)[characters - 1] ?? text.length;
  return end + (closingMarks.exec(text.slice(end))?.[0].length ?? 0);
}

const closingMarks = /^(?:\]\([^)\s]*\)|[*_`\]])*/;

function splitWhole(text: string, language: string): string[] {
  const splitter = createSentenceSplitter(language);
  return [...splitter.push(text), ...splitter.end()];
}

function visibleEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { text: words, from } of spokenWords(readMarkdown(text))) {
    let end = from ?? 0;
    for (const character of words) {
      end += character.length;
      if (isVisible(character)) ends.push(end);
    }
  }
  return ends;
}

const isVisible = (character: string): boolean => !/\s/u.test(character);
