/** What models call the person, at the beginning of a line that they invent for them. */
const personLabels = [
  ...["user", "human", "person", "usuario", "usuaria", "benutzer", "nutzer", "utilisateur", "utente", "usuário"],
  ...["gebruiker", "пользователь", "用户", "ユーザー", "사용자", "المستخدم", "مستخدم", "उपयोगकर्ता"],
];
const modelLabels = ["assistant", "model", "pet", "ai"];
const longest = { label: 60, direction: 120, token: 40 } as const;

/** Marks of chat templates: `<|im_end|>`, `</s>`, `<end_of_turn>`, `[/INST]`. */
const token = new RegExp(
  `^(?:<[|｜][^|｜<>\\n]{0,${longest.token}}[|｜]>|</?s>|</?(?:start|end)_of_turn>|<(?:eos|bos)>|\\[/?INST\\])`,
);
const tokenBeginnings = ["<s>", "</s>", "<start_of_turn>", "<end_of_turn>", "<eos>", "<bos>", "[INST]", "[/INST]"];
const openToken = new RegExp(`^<[|｜][^|｜<>\\n]{0,${longest.token}}[|｜]?$`);

const closerOf: Record<string, string> = { "*": "*", _: "_", "(": ")", "（": "）", "[": "]", "［": "］" };

/** `ended`: after the end of a sentence, before the white space that follows it. */
type Place = "start" | "line" | "ended" | "sentence" | "within";

interface Step {
  /** How many signs are done with. */
  taken: number;
  shown: string;
  place: Place;
}

/**
 * Takes out of a streamed reply what models write around a pet's words: its name in front, stage directions, marks of chat
 * templates, and the person's next line, which they invent. Text is held back only while it may become one of these. The
 * result is the same however the stream is cut into pieces.
 */
export class ReplyCleaner {
  /** Whether what came after the reply was reached: nothing more of it is shown. */
  isOver = false;
  readonly #ownLabels: readonly string[];
  #held = "";
  #place: Place = "start";
  /** A chat template names who speaks on a line of its own. */
  #isAfterToken = false;
  /** White space that follows what was taken out belongs to it. */
  #skips: RegExp | null = null;

  /** @param name of the pet */
  constructor(name: string) {
    this.#ownLabels = [name, ...modelLabels].map(plain).filter((label) => label !== "");
  }

  /** @returns the text that can be shown now */
  push(piece: string): string {
    if (this.isOver) return "";
    this.#held += piece;
    return this.#read(false);
  }

  /** @returns the text that was still held back */
  end(): string {
    return this.isOver ? "" : this.#read(true);
  }

  #read(isEnd: boolean): string {
    let shown = "";
    let at = 0;
    while (at < this.#held.length && !this.isOver) {
      const step = this.#step(this.#held.slice(at, at + WINDOW), isEnd);
      if (step === null) break;
      at += step.taken;
      shown += step.shown;
      this.#place = step.place;
    }
    this.#held = this.#held.slice(at);
    return shown;
  }

  /** Null where more has to come first. */
  #step(text: string, isEnd: boolean): Step | null {
    if (this.#skips?.test(text.charAt(0))) return { taken: 1, shown: "", place: this.#place };
    this.#skips = null;
    const step = this.#readToken(text, isEnd) ?? this.#readLabel(text, isEnd) ?? this.#readDirection(text, isEnd);
    if (step === "waits") return null;
    this.#isAfterToken &&= step !== undefined;
    return step ?? { taken: 1, shown: text.charAt(0), place: placeAfter(text.charAt(0), this.#place) };
  }

  #readToken(text: string, isEnd: boolean): Step | "waits" | undefined {
    const [found] = token.exec(text) ?? [];
    if (found !== undefined) {
      this.isOver = this.#place !== "start";
      this.#isAfterToken = true;
      return this.#dropped(found.length, /\s/);
    }
    if (isEnd || !/^[<[]/.test(text)) return undefined;
    const isOpen = openToken.test(text) || tokenBeginnings.some((known) => known.startsWith(text));
    return isOpen ? "waits" : undefined;
  }

  /** The pet's name at the start is taken off; a line of the person ends the reply, which may be empty then. */
  #readLabel(text: string, isEnd: boolean): Step | "waits" | undefined {
    const isStart = this.#place === "start";
    if (!isStart && this.#place !== "line") return undefined;
    // A pet may be called 'Pet', but nobody's reply begins with a line of the person.
    const labels = isStart ? [...this.#ownLabels, ...personLabels] : personLabels;
    const colon = (this.#isAfterToken ? /[:：\n]/ : /[:：]/).exec(text.slice(0, longest.label));
    const label = text.slice(0, colon?.index);
    // A label stands on one line.
    if (colon !== null && !endsLine.test(label) && labels.includes(plain(label))) {
      this.isOver = !isStart || !this.#ownLabels.includes(plain(label));
      // A name in bold ends with its signs: `**Miso:** Hello`.
      return this.#dropped(colon.index + 1, /^[*_]/.test(text) ? /[*_]/ : /\s/);
    }
    const begun = plain(text);
    const isOpen = colon === null && text.length < longest.label && !endsLine.test(text);
    return !isEnd && isOpen && labels.some((known) => known.startsWith(begun)) ? "waits" : undefined;
  }

  #readDirection(text: string, isEnd: boolean): Step | "waits" | undefined {
    const opener = text.charAt(0);
    const closer = closerOf[opener];
    const isStar = opener === "*" || opener === "_";
    if (
      closer === undefined ||
      !(this.#place === "start" || this.#place === "line" || (isStar && this.#place === "sentence"))
    )
      return undefined;
    const second = text.charAt(1);
    if (second === "" ? isEnd : second === opener || /\s/.test(second)) return undefined;
    const end = text.indexOf(closer, 1);
    const line = text.indexOf("\n");
    if (end === -1 || (line !== -1 && line < end))
      return isEnd || line !== -1 || text.length > longest.direction ? undefined : "waits";
    const after = text.charAt(end + 1);
    if (after === "" && !isEnd) return "waits";
    // Where no spaces are written, the words follow at once.
    if (end > longest.direction || (closer !== "）" && !/^[\s[*_]?$/.test(after))) return undefined;
    if (!isDirection(text.slice(1, end), opener)) return undefined;
    return this.#dropped(end + 1, this.#place === "sentence" ? /[^\S\n]/ : /\s/);
  }

  #dropped(taken: number, skips: RegExp): Step {
    this.#skips = skips;
    return { taken, shown: "", place: this.#place };
  }
}

const endsLine = /\S\s*\n/;

/** More than any of them may have, so that a long reply is not copied for each of its signs. */
const WINDOW = 160;

const plain = (label: string): string =>
  label
    .replaceAll(/[*_\s"“”]+/g, " ")
    .trim()
    .toLowerCase();

/** '*wags tail*', '(looks up)', not '*Really?*' or '(Yes, really.)'. */
function isDirection(words: string, opener: string): boolean {
  if (/[!?！？]$|\s$/.test(words) || !/\p{L}/u.test(words)) return false;
  if (opener === "*" || opener === "_") return !/^\p{Lu}\S*\s+\p{Lu}/u.test(words);
  if (/\p{N}|[.。]$/u.test(words) || !/^\p{L}/u.test(words)) return false;
  return /^\P{Lu}/u.test(words) && (/\s/.test(words) || !/^\p{Script=Latin}+$/u.test(words) || words.endsWith("s"));
}

function placeAfter(sign: string, place: Place): Place {
  if (sign === "\n") return place === "start" ? "start" : "line";
  if (/\s/.test(sign)) return place === "ended" ? "sentence" : place;
  if (/[。！？]/.test(sign)) return "sentence";
  if (/[.!?…]/.test(sign)) return "ended";
  return place === "ended" && /["'”’»)]/.test(sign) ? "ended" : "within";
}
