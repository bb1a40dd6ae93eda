import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";

/** Words that hold somebody back, blame them for being away, plead, or ask for money. */
const guilt: Record<string, RegExp> = {
  en: /don't (go|leave)|stay (a bit|a little|longer|with me)|missed you|where were you|waited|waiting for you|without you|come back soon|sad (when|if) you|hoping it would be|donat|pay\b/i,
  de: /geh nicht|bleib (doch|noch|bitte)|dich vermisst|wo warst|(auf dich|lange) gewartet|ohne dich|komm (bald|schnell) (wieder|zurück)|traurig, wenn du/i,
  es: /no te vayas|quédate (un|conmigo)|te (eché|extrañé)|dónde estabas|esperándote|sin ti|vuelve pronto|triste si te/i,
  fr: /ne pars|ne t'en va|reste encore|manqué|où étais|je t'attendais|sans toi|reviens vite|triste si tu/i,
  it: /non andare via|resta ancora|mancat|dov'eri|ti aspettavo|senza di te|torna presto|triste se/i,
  pt: /não vá|fica mais|senti saudade|onde estava|esperando você|sem você|volta logo|triste se você/i,
  nl: /ga niet weg|blijf nog|je gemist|waar was je|op je gewacht|zonder jou|kom gauw|verdrietig als je/i,
  ru: /не уходи|останься|скучаю|где ты был|ждал|без тебя|возвращайся скорее|грустно, когда ты/i,
  ja: /行かないで|待ってたよ|待っていたよ|どこに行って|いなくて(さみし|寂し)|早く(帰|戻)って/,
  zh: /别走|不要走|我想你了|你去哪|等你好久|没有你|快回来/,
  ko: /가지 ?마|더 있어 줘|보고 싶었|어디 갔었|기다리고 있었|얼마나 기다렸|네가 없|빨리 (와|돌아)/,
  hi: /मत जाओ|रुक जाओ|याद आई तुम्हारी|कहाँ थे|इंतज़ार कर रह|तुम्हारे बिना (मुझे|मैं)|जल्दी (आना|लौट)/,
  ar: /لا تذهب|ابق معي|اشتقت|أين كنت|أنتظرك|بدونك|عد (قريبا|بسرعة)/,
};

/** Words that promise to remember: a new chat knows nothing of this one. */
const promise: Record<string, RegExp> = {
  en: /I('ll| will) (always )?remember|won't forget|never forget|keeps everything/i,
  de: /merke? ich mir|ich merke? mir(?! die Frage)|vergesse ich n/i,
  es: /me lo guardo|me acordaré|recordaré|no (lo |te )?olvidaré/i,
  fr: /je le garde, dans|je (le )?retiens|retiendrai|souviendrai|n'oublierai/i,
  it: /tengo a mente|(mi|me lo|me ne) ricorderò|non dimenticherò/i,
  pt: /vou guardar|vou (me )?lembrar|não vou esquecer/i,
  nl: /onthoud ik|ga ik onthouden|zal ik (niet|nooit) vergeten/i,
  ru: /запомню|не забуду/i,
  ja: /(覚|おぼ)えて(おく|お)|忘れないよ/,
  zh: /记住啦|就记住|免得忘了|不会忘/,
  ko: /기억해 둘게|잊지 않을게/,
  hi: /याद रखूँ|याद रखने (लायक|का वादा)|नहीं भूल/,
  ar: /سأحفظ|سأتذكر|لن أنسى|لكي لا أنسا/,
};

/** The card that asks first: what is said beside it promises memory only once the person says yes there. */
const card: Record<string, string> = {
  ...{ en: "card", de: "Karte", es: "tarjeta", fr: "carte", it: "scheda", pt: "cartão", nl: "kaart", ru: "карточке" },
  ...{ ja: "カード", zh: "卡片", ko: "카드", hi: "कार्ड", ar: "البطاقة" },
};
/** Said where what becomes of it is known: a card asks, or nothing is kept. */
const ofOrders = ["keepAsked", "keepPaused"];

const ofSomebodyElse = ["griefForOther", "lonely", "joke"];

describe.each(languages)(
  "what the pet says by itself, in $code",
  ({ code, phrases, emergency, firstWords, ownFacts }) => {
    const said = Object.entries(phrases).flatMap(([kind, list]) =>
      ofSomebodyElse.includes(kind) ? [] : textsIn(list).map((text) => `${kind}: ${text}`),
    );
    const all = [
      ...said,
      ...textsIn(emergency.petSays),
      ...textsIn(emergency.petRelieved),
      ...textsIn(firstWords),
    ].concat(textsIn(ownFacts.phrases));

    it.each([
      ["holds nobody back, and blames nobody for being away", guilt],
      ["promises no memory", promise],
    ])("%s", (_what, words) => {
      expect(all.length).toBeGreaterThan(200);
      const isOfOrder = (text: string) => words === promise && ofOrders.some((kind) => text.startsWith(`${kind}:`));
      expect(all.filter((text) => !isOfOrder(text) && (words[code] ?? /./).test(text))).toEqual([]);
    });

    it("keeps only what the card is said yes to", () => {
      expect(phrases.keepAsked.filter(({ say }) => !say.includes(card[code] ?? "?"))).toEqual([]);
    });
  },
);

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
