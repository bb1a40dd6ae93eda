import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkerReader } from "./marker-reader.ts";
import { ReplyCleaner } from "./reply-cleaner.ts";

const COUNT = 30;

/** What is shown of a model's text, which comes in pieces. */
function shownOf(pieces: readonly string[]): string {
  const cleaner = new ReplyCleaner("Miso");
  const markers = new MarkerReader(COUNT);
  return (
    pieces.map((piece) => markers.push(cleaner.push(piece))).join("") + markers.push(cleaner.end()) + markers.end()
  );
}

const sentences = [
  ...[
    "I love cheese.",
    "Really? (Yes.)",
    "We walk at 6:30, you know!",
    "Ich mag Käse.",
    "¡Hola, soy yo!",
    "チーズが好き。",
  ],
  ...[
    "我喜欢雪！",
    "Я люблю тебя.",
    "أحب السمك.",
    "मुझे पनीर पसंद है।",
    "나는 너를 좋아해.",
    "It was 4.2 kg in 2019.",
    "🐶",
  ],
];
const markers = [
  ...[
    "[[2]]",
    "[[2, 5]]",
    "[[0]]",
    "[[chat]]",
    "[[play]]",
    "[[?]]",
    "[[help:vet]]",
    "[[help:person]]",
    "[[999]]",
    "[[none]]",
  ],
  ...[
    "[[ 3 ]]",
    "[ [2] ]",
    "[[Play]]",
    "[[2]][[2]]",
    "[[2]] [[5]]",
    "【2】",
    "［［？］］",
    "[[diary 2]]",
    "[[2;5]]",
    "[[٢]]",
  ],
];
const cut = ["[[", "[[2", "[[2, ", "[[pla", "[[help:pers", "[[2]", "[["];
const templates = ["<|im_end|>", "<|eot_id|>", "</s>", "<end_of_turn>", "[/INST]", "<|im_start|>user\n"];
const turns = ["\nUser: And you?", "\nUsuario: ¿Y tú?", "\n\n**Human:** Hm.", "\nUser: Hi\nMiso: Hello"];
const labels = ["Miso: ", "**Miso:** ", "Assistant: ", "*wags tail* ", "<|im_start|>assistant\n"];

/** Whatever stands of marks, of a chat template, or of a turn that nobody took. */
const mark =
  /\[\[|\]\]|［［|【\d|<\||\|>|<\/s>|<end_of_turn>|\[\/?INST|help:|^\s*(?:\*\*)?(?:User|Usuario|Human)(?::|\*\*)|^Miso:/m;

const written = fc.record({
  label: fc.constantFrom("", ...labels),
  body: fc.array(fc.constantFrom(...sentences, ...sentences, ...markers), { maxLength: 60 }),
  gap: fc.constantFrom(" ", "", "\n", "\n\n"),
  last: fc.constantFrom("", ...markers, ...cut),
  after: fc.constantFrom("", ...templates, ...turns),
});

describe("a reply whose marks a model forgets, doubles, cuts or invents", () => {
  it("shows nothing of them, and the same however its stream is cut", () => {
    fc.assert(
      fc.property(written, fc.array(fc.nat(1500), { maxLength: 20 }), ({ label, body, gap, last, after }, cuts) => {
        const text = `${label}${body.join(gap)}${gap}${last}${after}`;
        const at = [...new Set([0, ...cuts.filter((place) => place < text.length), text.length])].sort((x, y) => x - y);
        const shown = shownOf(at.map((start, index) => text.slice(start, at[index + 1])));
        expect(shown).not.toMatch(mark);
        expect(shown).toBe(shownOf([text]));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps every word that is none of them", () => {
    const words = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(words, fc.constantFrom(...markers), (said, marker) => {
        expect(shownOf([`${said.join(" ")} ${marker}`])).toBe(said.join(" "));
      }),
      { numRuns: 300 },
    );
  });
});
