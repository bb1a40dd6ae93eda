import type { Phrases } from "./phrases.ts";

const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const greetings = String.raw`(?:hallo+|hallöchen|halloechen|hi+|hey+|hei|huhu|moin(?:\s*moin)?|servus|gr(?:ü|ue|u)(?:ß|ss)\s+(?:dich|gott)|gr(?:ü|ue)ezi|guten?\s+(?:morgen|tag|abend)|tach|tag|morgen|na)(?!\p{L})`;
const hello = String.raw`(?:${greetings}[\s,.!]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:was|wer|we[nm]|wie|wo|woher|wohin|wann|warum|wieso|welche[rsn]?|bei|beim|mit|nach|von|zu|in|im|an|auf|wenn|und|ich|hast|bist|magst|kannst|willst|wei(?:ß|ss)t|frisst|isst|sag|erz[aä]hle?)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const de: Phrases = {
  leadIn: [
    "",
    "Oh, das weiß ich!",
    "Also, pass auf.",
    "Endlich fragt mal jemand!",
    "Unter uns gesagt …",
    "Mein Fachgebiet!",
  ],
  quoteDiary: [
    "Mein Tagebuch plaudert alles aus. Da steht: „{text}“",
    "Stifte sind nicht so meins, darum hat jemand für mich notiert: „{text}“",
    "Ich zitiere mein Lieblingsbuch, nämlich mein Tagebuch: „{text}“",
    "Schwarz auf weiß in meinem Tagebuch: „{text}“",
    "Mein Gedächtnis ist ein Sieb, mein Tagebuch nicht: „{text}“",
  ],
  quotePage: [
    "Ich bin ja belesen. In „{name}“ steht auf Seite {page}: „{text}“",
    "Schlag mal „{name}“ auf, Seite {page}: „{text}“",
    "Habe ich mir nicht ausgedacht, steht auf Seite {page} von „{name}“: „{text}“",
    "Laut „{name}“, Seite {page}: „{text}“",
    "Meine Unterlagen sind in Ordnung. „{name}“, Seite {page}: „{text}“",
  ],
  quoteDocument: [
    "Ich bin ja belesen. In „{name}“ steht: „{text}“",
    "Habe ich mir nicht ausgedacht, das steht in „{name}“: „{text}“",
    "Laut „{name}“, und Papier ist geduldig, aber ehrlich: „{text}“",
    "Meine Unterlagen sind in Ordnung. In „{name}“ heißt es: „{text}“",
  ],
  also: [
    "Und das ist noch nicht alles! {text}",
    "Ach, und wo wir gerade dabei sind … {text}",
    "Moment, Nachschlag! {text}",
    "Und weil du so nett zuhörst, noch das hier. {text}",
  ],
  unknown: [
    "Da bin ich überfragt. Ich bin nur ein Haustier, und zwar mit Mut zur Lücke.",
    "Ich habe lange nachgedacht. Dann kam mir das Abendessen dazwischen. Ich bin nur ein Haustier.",
    "Mein Name ist Hase, ich weiß von nichts. Also, nicht wörtlich: Ich bin nur ein Haustier.",
    "Steht nicht im Tagebuch, liegt nicht im Napf, also weiß ich es nicht. Ich bin nur ein Haustier.",
    "Wüsste ich das, säße ich in einer Quizshow. Ich bin aber nur ein Haustier.",
    "Was der Bauer nicht kennt, frisst er nicht. Und was ich nicht kenne, beantworte ich nicht. Ich bin nur ein Haustier.",
    "Ich könnte jetzt klug gucken und schweigen. Mehr ist nicht drin, ich bin nur ein Haustier.",
    "Frag mich das morgen noch mal, dann weiß ich es auch nicht. Ich bin nur ein Haustier.",
  ],
  personalUnknown: [
    "Davon hat mir keiner erzählt, und ich bin nur ein Haustier. Aber keine Sorge: Eins nach dem anderen, das wird schon.",
    "Das ist dein Leben, {person}, mein Tagebuch kennt leider nur meins. Zuhören kann ich aber, so lange du magst.",
    "Weiß ich nicht, ich bin nur ein Haustier. Atme erst mal durch, ich laufe dir nicht weg.",
    "Dazu steht bei mir kein Wort. Mach dir keinen Kopf: Hier musst du gar nichts beweisen.",
    "Die Antwort fehlt mir. Gesellschaft habe ich reichlich, nimm dir davon, so viel du brauchst.",
  ],
  whyUnknown: [
    "Warum? Hat keiner aufgeschrieben. Wir Tiere machen einfach, die Begründung reichen wir nie nach.",
    "Darum. Unter Tieren gilt das als vollständige Antwort.",
    "Gute Frage! Mein Tagebuch kennt die Tat, aber nicht das Motiv.",
    "Keine Ahnung. Ich bin nur ein Haustier und nicht mein eigener Psychologe.",
  ],
  noMore: [
    "Das war's. Mein Tagebuch macht hier einfach Schluss, mitten in der Spannung.",
    "Mehr ist nicht im Napf. Du hast alles bis auf den letzten Krümel.",
    "Ende der Geschichte. Alles Weitere wäre geflunkert.",
    "Dazu bin ich leer erzählt. Frag mich was anderes!",
  ],
  andYou: [
    "Ich? Ich höre zu, das ist auch Arbeit. Erzähl weiter!",
    "Über mich steht dazu nichts geschrieben. Aber deine Geschichte gefällt mir, weiter!",
    "Ich setze eine Runde aus, ich bin nur ein Haustier. Und wie ist das bei dir?",
    "Die Frage gebe ich mit Schleife zurück, {person}.",
  ],
  greeting: [
    "Hallo, {person}! Es war schon verdächtig still hier.",
    "Na, {person}? Hier spricht {pet}, Auskunft und Seelentrost.",
    "Huhu! Komm rein, setz dich, frag mich was.",
    "{person}! Das hebt die Stimmung ja schlagartig.",
    "Hallo, hallo! Heute antworte ich zum Nulltarif.",
  ],
  howAreYou: [
    "Jetzt, wo du fragst: prächtig. Und dir?",
    "Kein Wecker, keine Steuererklärung, ich kann nicht klagen. Und wie geht's dir?",
    "Bestens, {person}! Wie war dein Tag?",
    "Mit dir am Ohr? Wunderbar. Und selbst?",
  ],
  thanks: [
    "Gern geschehen! Trinkgeld nehme ich in Leckerlis.",
    "Keine Ursache, {person}! Geht aufs Haus.",
    "Immer gern. Außer zur Schlafenszeit.",
    "Dafür nicht! Ich schreibe es auf dein Streichelkonto.",
  ],
  goodbye: [
    "Tschüss, {person}! Ich halte hier die Stellung.",
    "Mach's gut! Und bring nächstes Mal Neuigkeiten mit.",
    "Bis bald, {person}! Ich lese so lange in meinem Tagebuch.",
    "Was, schon? Na gut. Bis zum nächsten Mal!",
  ],
  whoAreYou: [
    "Ich bin {pet}, Haustier aus Leidenschaft.",
    "{pet} heiße ich. Ob ich darauf höre, ist Verhandlungssache.",
    "Gestatten, {pet}! Mein Lebenslauf steht im Tagebuch.",
    "{pet} am Apparat! Zuständig für gute Laune.",
  ],
  areYouReal: [
    "Ganz ehrlich? Ich bin eine KI, eine Stimme aus meinem Tagebuch. Das Tier aus Fleisch und Blut steckt hier nicht drin.",
    "Ich bin eine künstliche Stimme und erzähle, was im Tagebuch steht. {pet} in echt passt in keinen Computer.",
    "Echt ist das Tagebuch, die Stimme ist künstliche Intelligenz. Zum Kuscheln taugt nur das lebendige Tier.",
    "Das lebendige Tier bin ich nicht, sondern eine KI mit Tagebuch. Dafür haare ich nicht aufs Sofa.",
  ],
  love: [
    "Ach, {person} … Sag das noch mal, aber schön langsam.",
    "Das kommt auf die erste Seite in meinem Tagebuch.",
    "Jetzt schmelze ich, und wer wischt das auf?",
    "Das geht runter wie Leberwurst. Also, so sagt man doch?",
  ],
  praise: [
    "Sprich ruhig weiter, ich habe Zeit.",
    "Geahnt habe ich es ja, aber eine zweite Meinung schadet nie.",
    "Gibst du mir das schriftlich? Fürs Tagebuch.",
    "Du hast Geschmack, {person}! Da sind wir uns einig.",
  ],
  patterns: {
    greeting: String.raw`${start}(?:(?:oh|ach)[\s,]+)?${hello}{0,2}${greetings}${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,]+)?(?:und[\s,]+)?(?:wie\s+(?:geht(?:['’]?s|\s+es)(?:\s+(?:dir|ihnen|euch))?|l(?:ä|ae|a)uft['’]?s?(?:\s+es)?|f(?:ü|ue|u)hlst\s+du\s+dich|war\s+dein\s+tag|ist\s+dein\s+tag|hast\s+du\s+geschlafen)|was\s+geht(?:\s+ab)?|alles\s+(?:gut|klar|ok(?:ay)?|fit|paletti|in\s+ordnung)|geht['’]?s\s+dir\s+gut|geht\s+es\s+dir\s+gut|bist\s+du\s+ok(?:ay)?)(?:\s+(?:denn|so|heute|jetzt|bei\s+dir|dir))*(?:${end}|${calling}{1,2}${end})`,
    thanks: String.raw`${start}(?:(?:oh|ach|ok|okay|super|prima|na)[\s,!]+)?(?:(?:vielen|herzlichen|tausend|besten|lieben)\s+)?(?:danke+|dank(?:\s+dir)?|dankesch(?:ö|oe)n|merci|ich\s+danke\s+dir)(?!\p{L})(?:\s+(?:sch(?:ö|oe|o)n|sehr|vielmals|dir|dank))*(?:[\s,]+(?:für|fuer|dass)\s+[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:na|gut|ok|okay|also|danke|so|dann)[\s,.!]+){0,3}(?:tsch(?:ü|ue|u)(?:ss?i?|ß)|ciao|tschau|servus|bye(?:\s+bye)?|(?:auf\s+)?wiedersehen|auf\s+wiederh(?:ö|oe)ren|bis\s+(?:bald|sp(?:ä|ae|a)ter|dann|morgen|gleich|nachher|zum\s+n(?:ä|ae)chsten\s+mal)|gute?\s+nacht|schlaf\s+(?:gut|sch(?:ö|oe)n)|tr(?:ä|ae)um\s+(?:was\s+)?s(?:ü|ue)(?:ß|ss)(?:es)?|mach['’]?s?\s+(?:es\s+)?gut|man\s+sieht\s+sich|ich\s+muss\s+(?:jetzt\s+)?(?:los|weg|gehen)|pass\s+auf\s+dich\s+auf|leb\s+wohl|sch(?:ö|oe)nen\s+(?:tag|abend)(?:\s+noch)?)(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:(?:und|sag\s+mal|aber)[\s,]+)*(?:wer\s+(?:bist\s+(?:du|n\s+du)|sind\s+sie|ist\s+da|spricht\s+da)|wie\s+(?:hei(?:ß|ss)t\s+du|ist\s+dein\s+name|lautet\s+dein\s+name)|was\s+ist\s+dein\s+name|hast\s+du\s+einen\s+namen|mit\s+wem\s+(?:spreche|rede)\s+ich|stell\s+dich\s+(?:mal\s+)?vor|sag\s+mir\s+deinen\s+namen)(?:\s+(?:denn|eigentlich|(?:ü|ue)berhaupt|genau|hier))*(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:bist\s+du|du\s+bist)\s+(?:(?:denn|eigentlich|wirklich|nur|bloß|etwa|in\s+wirklichkeit|doch)\s+)*(?:echt|real|lebendig|am\s+leben|aus\s+fleisch\s+und\s+blut|menschlich|(?:eine?\s+)?(?:ki|k\.i\.|ai|k(?:ü|ue)nstliche\s+intelligenz|roboter|bot|chatbot|maschine|programm|computer|mensch)|eine?\s+(?:echte[rs]?|richtige[rs]?|wirkliche[rs]?|virtuelle[rs]?)\s+\p{L}+|chat\s?gpt)|gibt\s+es\s+dich\s+(?:wirklich|echt|in\s+echt)|existierst\s+du(?:\s+wirklich)?|lebst\s+du(?:\s+(?:noch|wirklich))?(?=[^\p{L}]*$))(?!\p{L})(?:\s+oder\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})(?:(?:ich\s+)?(?:liebe|vermisse)\s+dich|(?:ich\s+)?(?:hab|habe)['’]?\s+dich\s+(?:\p{L}+\s+){0,2}(?:lieb|gern)|hdl|hdgdl|du\s+fehlst\s+mir|ich\s+mag\s+dich|(?:dich\s+(?:liebe|vermisse)\s+ich))(?!\p{L})[^?]{0,30}$`,
    praise: String.raw`${start}(?:(?:oh|ach|ja|na)[\s,]+)?(?:(?:so\s+(?:ein|eine)\s+)?(?:brave[rs]?|gute[rs]?|feine[rs]?|liebe[rs]?|tolle[rs]?|s(?:ü|ue)(?:ß|ss)e[rs]?)\s+(?:junge|m(?:ä|ae)dchen|hund|h(?:ü|ue)ndchen|katze|k(?:ä|ae)tzchen|kater|tier|maus|arbeit)|(?:du\s+)?bist\s+(?:wirklich\s+|echt\s+)?(?:(?:der|die|das)\s+(?:beste|gr(?:ö|oe)(?:ß|ss)te|liebste|tollste|s(?:ü|ue)(?:ß|ss)este)|(?:so|sehr|total|ganz\s+sch(?:ö|oe)n|echt)\s+\p{L}+|eine?\s+(?:schatz|engel|genie|goldst(?:ü|ue)ck|held(?:in)?|brave[rs]?|gute[rs]?|liebe[rs]?)(?:\s+\p{L}+)?|toll|super|s(?:ü|ue)(?:ß|ss)|klug|schlau|lustig|lieb|brav|spitze|klasse|witzig|goldig)|brav|fein(?:\s+gemacht)?|gut\s+gemacht|super\s+gemacht|prima|bravo|toll\s+gemacht|klasse|gute\s+arbeit|wie\s+s(?:ü|ue)(?:ß|ss))(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:und|aber|ach|oh|ok|hm+|echt|na)[\s,?!]+){0,3}(?:(?:warum|wieso|weshalb|weswegen)(?:\s+(?:denn|das|nicht|so|eigentlich|magst\s+du\s+das|machst\s+du\s+das|sagst\s+du\s+das|ist\s+das\s+so|gerade\s+das))*|wie\s+kommt(?:['’]?s|\s+das|\s+es)?|aus\s+welchem\s+grund|wie\s+das)${end}`,
    more: String.raw`${start}(?:(?:und|ach|oh|ok|bitte|komm|ja)[\s,!]+){0,3}(?:(?:(?:erz(?:ä|ae|a)hle?|sage?|verrate?|berichte)(?:\s+(?:mir|mal|doch|bitte|ruhig))*|kannst\s+du\s+(?:mir\s+)?|ich\s+will\s+)\s*(?:noch\s+)?(?:mehr|weiter|etwas\s+mehr)(?:\s+(?:dar(?:ü|ue)ber|davon|dazu|erz(?:ä|ae)hlen|h(?:ö|oe)ren|wissen|sagen))*|(?:was|sonst|und)\s+(?:noch|sonst(?:\s+noch)?)(?:\s+(?:was|etwas))?|sonst\s+noch\s+(?:was|etwas)|noch\s+(?:mehr|was|etwas)|mehr(?:\s+(?:davon|dazu|dar(?:ü|ue)ber|details))?|weiter|mach\s+weiter|und\s+(?:dann|weiter)|gibt\s+es\s+noch\s+(?:mehr|was|etwas))(?:[\s,]+bitte)?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!-])?und\s+(?:du|dir|selbst|dich|bei\s+dir|f(?:ü|ue)r\s+dich|was\s+ist\s+mit\s+dir|wie\s+(?:ist\s+(?:es|das)\s+bei\s+dir|geht['’]?s\s+dir|geht\s+es\s+dir))(?:\s+(?:so|denn|selbst))?(?:,\s*\p{L}+)?${end}`,
    firstPerson: String.raw`^(?![\s\S]*(?<!\p{L})(?:meine?[nrms]?|unsere?[nrms]?|unser)\s+(?:\p{L}+\s+)?(?:hund(?:e|in)?|h(?:ü|ue)ndchen|welpe|katze|kater|k(?:ä|ae)tzchen|tier|haustier|hase|kaninchen|hamster|meerschweinchen|papagei|wellensittich|vogel|pferd|pony|fisch|schildkr(?:ö|oe)te)(?!\p{L}))[\s\S]*(?<!\p{L})(?:ich|mir|mich|mein(?:e[nrms]?)?)(?!\p{L})`,
    personal: String.raw`(?<!\p{L})(?:mein(?:e[nrms]?)?\s+(?!(?:s(?:ü|ue)(?:ß|ss)e[rs]?|liebe[rs]?|lieber|kleine[rs]?|gro(?:ß|ss)e[rs]?|schatz|engel|baby|freund|hund|katze|maus|b(?:ä|ae)r|herz)(?!\p{L}))\p{L}+|ich(?!\s+(?:will\s+wissen|m(?:ö|oe)chte\s+(?:gern\s+|gerne\s+)?wissen|frage|w(?:ü|ue)sste\s+gern)(?!\p{L}))|(?<!(?:du|dir|dich)\s)(?:mir|mich)(?!\s+(?:sagen|erz(?:ä|ae)hlen|verraten|mal|was|wie|wo|warum|bitte|doch)(?!\p{L})|\s*,)|uns(?:er(?:e[nrms]?)?)?)(?!\p{L})`,
  },
};
