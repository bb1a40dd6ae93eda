import { describe, expect, it } from "vitest";
import { atOnce } from "#server/platform/threads/slices.ts";
import type { Source } from "#shared/api/chat.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { type Claim, findTaken, readTold, sourcesTaken } from "./taken-from.ts";

const entry = (question: string, answer: string): Source => ({
  kind: "diary",
  filename: "Pet diary",
  question,
  answer,
});
const passage = (text: string): Source => ({
  kind: "document",
  filename: "vet.pdf",
  documentId: "d",
  page: 1,
  passage: text,
});

const food = entry("What is your favorite food?", "String cheese. End of list.");
const bath = entry("Do you like baths?", "No, never!");
const friend = entry("Who is your best friend?", "Rufus, the beagle from number 12.");
const walk = entry("Where do you like to walk?", "I love the path along the river with Greg.");
const record = passage("Huck was vaccinated against rabies on 14 March 2025. The microchip number is 985112004217733.");
const huck = { locale: "en-US", name: "Huck" };
const takenFrom = (locale: string, told: readonly Source[]) => atOnce(readTold(locale, "Huck", told)).isTakenFrom;
const english = takenFrom("en-US", [food, bath, friend, walk, record]);

describe("a source is believed", () => {
  it.each([
    ["a rare word", "I would do anything for cheese!", food],
    ["a rare word in another form", "I walked along all rivers.", walk],
    ["a word of the question, where the answer has none", "A bath? Not me!", bath],
    ["a name", "My best friend is Rufus.", friend],
    ["a number", "It is 985112004217733.", record],
    ["two words that tell little each", "We walk the path.", walk],
  ])("where the reply shares %s with it", (_what, reply, source) => {
    expect(english(reply, source)).toBe(true);
  });

  it.each([
    ["nothing", "I'm just a pet!", food],
    ["another's words", "I would do anything for cheese!", walk],
    ["words that everybody says", "I love you, I like it, you know.", walk],
    ["the pet's own name", "I am Huck, a good dog.", record],
    ["a word of the diary's question alone", "What is my favorite color? Who knows!", food],
    ["no word at all", "🐶!", food],
    ["nothing, being empty", "", food],
  ])("not where it shares %s with it", (_what, reply, source) => {
    expect(english(reply, source)).toBe(false);
  });

  it("by names and numbers alone in another language", () => {
    expect(english("Mein bester Freund ist Rufus, der wohnt nebenan.", friend)).toBe(true);
    expect(english("Rufus ist mein bester Freund und wohnt nebenan.", walk)).toBe(false);
    expect(english("Die Nummer auf dem Chip ist 985112004217733.", record)).toBe(true);
    expect(english("Ich mag gern Käse und ich mag auch dich.", food)).toBe(false);
    expect(english("Ich war so gut, das war das Ende.", food)).toBe(false);
    expect(english("親友はRufusだよ。", friend)).toBe(true);
    expect(english("チーズが大好き！", food)).toBe(false);
  });

  it("in another language also without them, where the model names a few only", async () => {
    const all = [food, bath, friend, walk, record];
    const believed = (reply: string, cited: Source[]) =>
      sourcesTaken(reply, { cited, told: all, likely: [], familiar: [], isMarked: true }, huck);
    expect(await believed("Ich mag gern Käse und ich mag auch dich.", [food])).toEqual([food]);
    expect(await believed("チーズが大好き！", [food, walk])).toEqual([food, walk]);
    expect(await believed("Mein bester Freund ist Rufus, und ich mag auch Käse.", all)).toEqual([friend]);
    expect(await believed("I'm just a pet!", [food])).toEqual([]);
  });

  it("where a document says the same over and over, and once", () => {
    const bowl = "The red bowl stands under the cellar stairs. ";
    const repeated = [20, 20, 19, 20, 7].map((times) => passage(bowl.repeat(times).trim()));
    const told = [food, ...repeated];
    const taken = (reply: string, cited: Source[]) =>
      atOnce(findTaken(reply, { cited, told, likely: [], familiar: [], isMarked: true }, huck));
    expect(taken("Under the cellar stairs!", repeated)).toEqual(repeated.slice(0, 1));
    expect(taken("String cheese!", told)).toEqual([food]);
  });

  it("also where no word shows it, if the model names it and it is likely to answer the question", async () => {
    const claim = { told: [food, bath, friend, walk], likely: [bath], familiar: [], isMarked: true };
    const believed = (cited: Source[]) => sourcesTaken("Brr, that wet business? No thanks.", { ...claim, cited }, huck);
    expect(await believed([bath])).toEqual([bath]);
    expect(await believed([walk])).toEqual([]);
  });

  it("by its words alone where the model names nothing, or what it can't be", async () => {
    const claim = { told: [food, bath, friend, walk, record], likely: [], familiar: [], isMarked: false };
    const attributed = (reply: string, more: Partial<Claim> = {}) =>
      sourcesTaken(reply, { ...claim, cited: [], ...more }, huck);
    expect(await attributed("String cheese, every time!")).toEqual([food]);
    expect(await attributed("String cheese, every time!", { cited: [walk] })).toEqual([food]);
    expect(await attributed("That is Rufus.")).toEqual([]);
    expect(await attributed("That is Rufus.", { likely: [friend] })).toEqual([friend]);
    expect(await attributed("I'm just a pet, and I like you!")).toEqual([]);
    expect(await attributed("String cheese, every time!", { isMarked: true })).toEqual([]);
  });

  const bed = entry(
    "Where do you sleep?",
    "I start at the foot of June's bed. Once she snores I move to the hallway rug.",
  );
  const rain = entry(
    "What do you think of rain?",
    "I stand in the door with a wet nose and look at the sky, insulted.",
  );
  const sad = entry(
    "What do you do on a hard day?",
    "It's only weather. It moves on. Sit on the steps with me and let the dishes be.",
  );
  it.each([
    [
      "two common words of an entry",
      "what a smell",
      "My nose does somersaults. I'll stand right here by your feet, in case.",
      [],
    ],
    [
      "two words that were said together",
      "are you real?",
      "An AI speaks for me. The real one has the wet nose. Shall we play on?",
      [],
    ],
    ["the words of the message", "did Rufus sleep on the rug?", "Rufus on the rug? You tell me! I was out.", []],
    ["the name of who speaks", "hello", "Hello June, I love your bed and you!", []],
    [
      "a run of its words",
      "I feel alone",
      "Then sit on the steps with me and let the dishes be. I have the whole evening, and a good ear for you.",
      [sad],
    ],
    ["its number", "which chip?", "They wrote 985112004217733 on the form, I can't feel a thing.", [record]],
    ["most of the reply", "well?", "An insult, that sky! My nose is wet.", [rain]],
  ])("by its words where they are clearly an entry's: %s", async (_what, said, reply, sources) => {
    const told = [food, bath, friend, walk, record, bed, rain, sad];
    const claim = { cited: [], told, likely: [], familiar: [said, "June"], isMarked: false };
    expect(await sourcesTaken(reply, claim, huck)).toEqual(sources);
  });

  it("by its words also where a document reads as another language, or has no spaces", async () => {
    const labels = passage(
      "HAYWOOD ANIMAL HOSPITAL. Species: canine. Peso: 55.1 lb. Chip: 985 112 004 771 603. La due le per.",
    );
    const sleep = entry("どこで寝る？", "陸のベッドの下の段。丸まって、しっぽを鼻にのせて寝るのがぼく流。");
    const attributed = (reply: string, told: Source[], locale: string) =>
      sourcesTaken(reply, { cited: [], told, likely: [], familiar: [], isMarked: false }, { locale, name: "Huck" });
    expect(await attributed("It's 985 112 004 771 603, under my skin.", [food, labels], "en-US")).toEqual([labels]);
    expect(await attributed("おやすみ。しっぽを鼻にのせて寝るね。", [sleep], "ja-JP")).toEqual([sleep]);
    expect(await attributed("おやすみ。ぼくも寝るね。", [sleep], "ja-JP")).toEqual([]);
    const treat = entry("좋아하는 간식은?", "연어트릿이 최고야. 북어는 싫어.");
    expect(await attributed("연어트릿이 뭐야? 나는 오늘 산책을 하고 싶어.", [treat], "ko-KR")).toEqual([]);
  });

  const cases: [string, Source, string, string][] = [
    [
      "de-DE",
      entry("Was frisst du gern?", "Leberwurst, am liebsten vom Brot."),
      "Leberwurst natürlich!",
      "Ich hab dich lieb.",
    ],
    [
      "ja-JP",
      entry("好きな食べ物は?", "ささみジャーキーが一番です。"),
      "ささみジャーキーが食べたいな。",
      "大好きだよ。",
    ],
    ["zh-CN", entry("你喜欢吃什么？", "冻干鸡胸肉。"), "当然是冻干鸡胸肉！", "我很喜欢你。"],
    ["ko-KR", entry("좋아하는 음식은?", "연어 트릿이 최고야."), "연어 트릿을 주세요!", "나도 너를 좋아해."],
    ["ar-EG", entry("ما طعامك المفضل؟", "سمك السلمون المدخن."), "أريد السلمون المدخن!", "أنا أحبك كثيرا."],
  ];
  it.each(cases)("in %s", (locale, source, taken, other) => {
    const isTakenFrom = takenFrom(locale, [source]);
    expect(isTakenFrom(taken, source)).toBe(true);
    expect(isTakenFrom(other, source)).toBe(false);
  });

  it("in little time, whatever is said", () => {
    const long = passage("word ".repeat(20_000));
    for (const reply of ["a".repeat(8000), "? ".repeat(4000), "Rufus 12 ".repeat(900), "A ".repeat(4000)]) {
      const spent = processorMs(() => takenFrom("en-US", [long])(reply, long));
      expect(spent).toBeLessThan(2000);
    }
  });

  it("a few thousand characters at a time, so that others are answered while much is read [T127]", () => {
    const told = Array.from({ length: 40 }, (_, at) => entry(`What is ${at}?`, "We go out. ".repeat(900)));
    const work = findTaken("We go out.", { cited: told, told, likely: [], familiar: [], isMarked: true }, huck);
    let slices = 0;
    while (!work.next().done) slices += 1;
    expect(slices).toBe(2 * told.length);
  });
});
