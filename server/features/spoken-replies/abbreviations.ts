// Words before a full stop that may end no sentence, by language, in lower case. Single letters and runs of them
// (J. Smith, e.g., z. B., p.m.) need no entry. Words that are common in themselves ("Max.", "no.") are left out, or
// count only before a number: a sentence cut in two is heard less than two sentences run together.

/** Titles and the like: more of the sentence always follows. */
const leading: Record<string, string> = {
  en: "dr mr mrs ms mx prof rev hon capt lt sgt vs approx st",
  de: "dr prof hr fr frl st bzw ca evtl ggf inkl zzgl vgl sog bspw mio mrd",
  fr: "dr mm mme mlle mgr st ste env p.ex",
  es: "sr sra srta dr dra dña prof avda aprox máx mín ee.uu uds",
  it: "sig sigg dr dott prof avv ing geom arch",
  pt: "sr sra dr dra prof profa av aprox máx mín exmo",
  nl: "dhr mevr mw dr drs ir ing prof bijv evt excl incl",
  ru: "ул пр гр проф акад руб коп тыс млн млрд",
};

/** Only where a number follows. */
const counting: Record<string, string> = {
  en: "no nos fig figs pp vol ch jan feb mar apr jun jul aug sep sept oct nov dec",
  de: "nr abb bd kap str tel",
  fr: "no nos fig art chap vol tél",
  es: "no núm pág págs art vol tel",
  it: "no pag pagg art vol tel fig",
  pt: "no núm pág págs art vol tel",
  nl: "nr blz tel",
  ru: "стр рис табл тел",
};

/** May end a sentence: then the next word begins with a capital. */
const closing: Record<string, string> = {
  en: "etc inc ltd corp jr sr al",
  de: "usw etc u.a u.ä o.ä",
  fr: "etc cie",
  es: "etc cía",
  it: "ecc etc",
  pt: "etc cia ltda",
  nl: "enz etc e.d",
  ru: "др т.д т.п",
};

export type Abbreviation = "leading" | "counting" | "closing";

/** `word` is what stands before the full stop, without it. */
export function abbreviation(language: string, word: string): Abbreviation | null {
  const code = language.slice(0, 2).toLowerCase();
  const lower = word.toLocaleLowerCase(language);
  if (includes(leading[code], lower)) return "leading";
  if (includes(counting[code], lower)) return "counting";
  if (includes(closing[code], lower)) return "closing";
  // "So am I." ends a sentence in English.
  if (code === "en" && word === "I") return null;
  return /^\p{L}(?:\.\p{L})*$/u.test(word) ? "leading" : null;
}

function includes(list: string | undefined, word: string): boolean {
  return list?.split(" ").includes(word) ?? false;
}
