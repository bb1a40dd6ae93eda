import type { Phrases } from "./phrases.ts";

const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const greetings = String.raw`(?:hallo+|hoi+|hey+|h[eé]+|hi+|hai|dag+|goede?(?:n|r)?\s?(?:morgen?|middag|avond|dag)|moge|heui|yo|h[eé]\s+daar)(?!\p{L})`;
const hello = String.raw`(?:${greetings}[\s,.!]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:wat|wie|hoe\p{L}*|waar\p{L}*|wanneer|welke?|als|bij|met|na|naar|van|in|op|voor|om|en|ik|heb|ben|hou|kun|kan|wil|weet|eet|slaap|zeg|vertel|tot|hoor)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const nl: Phrases = {
  leadIn: [
    "",
    "O, die weet ik!",
    "Luister en huiver.",
    "Makkie!",
    "Onder ons gezegd…",
    "Mijn lievelingsonderwerp: ik.",
  ],
  quoteDiary: [
    "Mijn dagboek kan niks voor zich houden. Er staat: “{text}”",
    "Een pen vasthouden lukt me niet, dus iemand schreef het voor me op: “{text}”",
    "Even gespiekt in mijn dagboek: “{text}”",
    "Zwart op wit, in mijn eigen dagboek: “{text}”",
    "Mijn dagboek onthoudt alles, dan hoef ik het niet te doen: “{text}”",
  ],
  quotePage: [
    "Ik heb me ingelezen. In “{name}” staat op bladzijde {page}: “{text}”",
    "Sla “{name}” maar open op bladzijde {page}: “{text}”",
    "Dit zuig ik niet uit mijn duim, het staat op bladzijde {page} van “{name}”: “{text}”",
    "Volgens “{name}”, bladzijde {page}: “{text}”",
    "Mijn papieren zijn op orde. “{name}”, bladzijde {page}: “{text}”",
  ],
  quoteDocument: [
    "Ik heb me ingelezen. In “{name}” staat: “{text}”",
    "Dit zuig ik niet uit mijn duim, het staat in “{name}”: “{text}”",
    "Mijn papieren zijn op orde. In “{name}” lees ik: “{text}”",
    "Volgens “{name}”, en dat ziet er officieel uit: “{text}”",
  ],
  also: [
    "En we zijn er nog niet! {text}",
    "O ja, nog zoiets. {text}",
    "Wacht, er komt nog een toetje. {text}",
    "En omdat je zo lief luistert, krijg je dit erbij. {text}",
  ],
  unknown: [
    "Daar kan ik geen chocola van maken. Niet gek: ik ben maar een huisdier, geen banketbakker.",
    "Ik heb er een nachtje over geslapen. En een middagje. Nog steeds niks: ik ben maar een huisdier.",
    "Joost mag het weten, en die woont hier niet. Ik ben maar een huisdier.",
    "Staat niet in mijn dagboek en ligt niet in mijn bakje. Dan houdt het op, ik ben maar een huisdier.",
    "Ik kan er heel wijs bij kijken, maar meer zit er niet in. Ik ben maar een huisdier.",
    "Als ik dat wist, had ik een eigen talkshow. Maar ik ben maar een huisdier.",
    "Nu komt de aap uit de mouw: ik heb geen flauw idee. Ik ben maar een huisdier.",
    "Vraag het me morgen nog eens, dan weet ik het weer niet. Ik ben maar een huisdier.",
  ],
  personalUnknown: [
    "Dat heeft niemand me verteld, en ik ben maar een huisdier. Maar maak je niet druk: stapje voor stapje kom je er wel.",
    "Dat is jouw leven, {person}, en mijn dagboek gaat alleen over het mijne. Luisteren doe ik wel, zolang je wilt.",
    "Weet ik niet, ik ben maar een huisdier. Haal even diep adem, hier hoeft niks en mag alles.",
    "Daar staat bij mij geen letter over. Geeft niet: je hoeft het niet allemaal vandaag op te lossen.",
    "Een antwoord heb ik niet. Gezelschap wel, en dat is gratis en onbeperkt.",
  ],
  whyUnknown: [
    "Waarom? Daarom. Bij ons dieren telt dat als volledig antwoord.",
    "De reden heeft niemand opgeschreven. Ik doe maar wat, en achteraf kijk ik onschuldig.",
    "Goeie vraag! Mijn dagboek kent de daad, maar niet het motief.",
    "Geen idee. Ik ben maar een huisdier, niet mijn eigen psycholoog.",
  ],
  noMore: [
    "Dat was het hele verhaal. Mijn dagboek stopt hier, net nu het spannend wordt.",
    "Op is op! Er ligt geen kruimel nieuws meer.",
    "Meer weet ik niet, en aan verzinnen doe ik niet.",
    "Einde uitzending. Vraag gerust iets anders!",
  ],
  andYou: [
    "Ik? Ik luister, dat is een vak apart. Ga door!",
    "Over mij staat daar niks van op papier. Maar jouw verhaal wil ik wel horen.",
    "Ik sla een beurtje over, ik ben maar een huisdier. Hoe zit dat bij jou?",
    "Die vraag krijg je terug, {person}, met een strik eromheen.",
  ],
  greeting: [
    "Hoi, {person}! Het was hier al zo verdacht stil.",
    "Hé, {person}! Met {pet}, voor al je vragen en een beetje gezelligheid.",
    "Hallo, hallo! Ga zitten, dan kletsen we wat.",
    "{person}! Kijk, nu wordt het gezellig.",
    "Hoi hoi! Vraag maar raak, vandaag antwoord ik gratis.",
  ],
  howAreYou: [
    "Nu je het vraagt: prima de luxe. En met jou?",
    "Geen wekker, geen belastingaangifte, dus ik mag niet mopperen. En jij?",
    "Kan niet beter, {person}! Hoe was jouw dag?",
    "Met zulk gezelschap? Uitstekend. Hoe is het met jou?",
  ],
  thanks: [
    "Graag gedaan! Fooi mag in snoepjes.",
    "Geen dank, {person}! Rondje van de zaak.",
    "Altijd! Behalve tijdens het dutje.",
    "Niks te danken. Ik zet het op je knuffelrekening.",
  ],
  goodbye: [
    "Doei, {person}! Ik hou hier de wacht.",
    "Tot gauw! En neem de volgende keer roddels mee.",
    "Dag, {person}! Ik blader zolang wat in mijn dagboek.",
    "Nu al? Vooruit dan. Tot de volgende keer!",
  ],
  whoAreYou: [
    "Ik ben {pet}, huisdier van beroep.",
    "{pet} is de naam. Of ik ernaar luister, hangt van de dag af.",
    "Aangenaam, {pet}! Mijn cv staat in mijn dagboek.",
    "Je spreekt met {pet}, hoofd gezelligheid.",
  ],
  areYouReal: [
    "Eerlijk? Ik ben een AI, een stem gemaakt van mijn dagboek. Het dier van vlees en bloed zit hier niet in.",
    "Ik ben een kunstmatige stem die vertelt wat er in mijn dagboek staat. {pet} in het echt past in geen enkele computer.",
    "Het dagboek is echt, de stem is kunstmatige intelligentie. Voor een knuffel heb je het levende dier nodig.",
    "Het levende dier ben ik niet. Ik ben een AI met een dagboek en een grote mond.",
  ],
  love: [
    "Ach, {person}… Zeg dat nog eens, maar dan heel langzaam.",
    "Die komt op de eerste bladzijde van mijn dagboek.",
    "Nu smelt ik, en wie gaat dat opdweilen?",
    "Dat is nog fijner dan een vol bakje. Nou ja, bijna.",
  ],
  praise: [
    "Ga door, ik heb de hele dag.",
    "Ik had al zo'n vermoeden, maar een second opinion is altijd fijn.",
    "Mag ik dat op papier? Voor in mijn dagboek.",
    "Jij hebt smaak, {person}! Daar zijn we het over eens.",
  ],
  patterns: {
    greeting: String.raw`${start}(?:(?:oh?|ach)[\s,]+)?${hello}{0,2}${greetings}${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,]+)?(?:en[\s,]+)?(?:hoe\s+(?:gaat\s+(?:het|ie|['’]t)|gaat['’]?t|is\s+(?:het|['’]t|ie)|voel\s+(?:je|jij)\s+je|maak\s+je\s+het|was\s+je\s+dag|is\s+je\s+dag|heb\s+je\s+geslapen)|alles\s+(?:goed|ok[eé]?|okay|kits|lekker)|gaat\s+(?:het|alles)(?:\s+goed)?|hoest)(?:\s+(?:met\s+(?:je|jou|u)|er\s*mee|ermee|nou|vandaag|nu|daar|zo))*(?:${end}|${calling}{1,2}${end})`,
    thanks: String.raw`${start}(?:(?:oh?|ach|ok|ok[eé]|okay|super|nou)[\s,!]+)?(?:(?:heel\s+erg|hartelijk|super|heel\s+veel)\s+)?(?:bedankt|dank\s?(?:je|jewel|u|uw?el)?(?:\s+wel)?|dankjewel|dankuwel|thanks|thx|merci|ik\s+dank\s+je)(?!\p{L})(?:\s+(?:hoor|wel|heel\s+erg|zeer))*(?:\s+(?:voor|dat)\s+[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:nou|goed|ok|ok[eé]|okay|bedankt|dank\s+je(?:\s+wel)?|zo|dan|hoi)[\s,.!]+){0,3}(?:doe+i+|doeg|da+g\s+hoor|dag\s+dag|ciao|houdoe|bye(?:\s+bye)?|tot\s+(?:ziens|straks|zo|later|morgen|gauw|snel|kijk|de\s+volgende\s+keer)|vaarwel|welterusten|wel\s+te\s+rusten|slaap\s+(?:lekker|zacht|wel)|truste(?:n)?|goede\s?nacht|goedenacht|droom\s+zacht|ik\s+(?:moet\s+(?:nu\s+)?(?:gaan|weg|ervandoor)|ga\s+(?:ervandoor|weg|slapen))|pas\s+goed\s+op\s+jezelf|het\s+beste|fijne\s+(?:dag|avond)(?:\s+nog)?)(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:(?:en|maar|zeg)[\s,]+)*(?:wie\s+(?:ben\s+(?:je|jij)|bent\s+u|is\s+(?:dit|daar))|hoe\s+(?:heet\s+(?:je|jij)|is\s+je\s+naam)|wat\s+is\s+(?:je|jouw)\s+naam|heb\s+(?:je|jij)\s+een\s+naam|met\s+wie\s+(?:spreek|praat)\s+ik|stel\s+je(?:zelf)?\s+(?:eens\s+)?voor|zeg\s+je\s+naam)(?:\s+(?:eigenlijk|dan|nou|precies|ook\s+alweer|echt))*(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:ben\s+(?:je|jij)|(?:je|jij)\s+bent|bent\s+u)\s+(?:(?:nou|eigenlijk|wel|gewoon|soms|dan|echt)\s+)*(?:echt|levend|in\s+leven|van\s+vlees\s+en\s+bloed|menselijk|nep|(?:een\s+)?(?:ai|a\.i\.|ki|kunstmatige\s+intelligentie|robot|bot|chatbot|machine|programma|computer|mens)|een\s+(?:echte?|levende?|virtuele?)\s+\p{L}+|chat\s?gpt)|besta\s+(?:je|jij)(?:\s+(?:echt|wel))*|leef\s+(?:je|jij)(?:\s+(?:nog|echt))*(?=[^\p{L}]*$))(?!\p{L})(?:\s+of\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})(?:(?:ik\s+)?(?:hou|houd)\s+(?:\p{L}+\s+){0,2}van\s+(?:je|jou)|(?:ik\s+)?mis\s+(?:je|jou)|ik\s+heb\s+je\s+(?:\p{L}+\s+)?(?:lief|gemist)|ik\s+vind\s+je\s+(?:\p{L}+\s+)?lief|hvj|ik\s+ben\s+gek\s+op\s+(?:je|jou))(?!\p{L})[^?]{0,30}$|${start}(?:dikke\s+)?(?:kusjes?|knuffels?)${called}`,
    praise: String.raw`${start}(?:(?:oh?|ach|ja|wat\s+(?:een|ben\s+je)(?:\s+toch)?)[\s,]+)?(?:(?:brave?|goede?|goeie|lieve?|zoete?|knappe?|slimme?|mooie?)\s+(?:jongen|meid|meisje|hond(?:je)?|kat|poes(?:je)?|beest(?:je)?|dier|werk)|(?:je|jij)\s+bent\s+(?:echt\s+)?(?:(?:de|het)\s+(?:beste|liefste|leukste|mooiste|slimste|grappigste|allerliefste)|(?:zo['’]?n?|heel|erg|super|echt|een\s+hele)\s+\p{L}+|een\s+(?:schat(?:je)?|engel|genie|held|topper|kanjer|braverd|lieverd)|lief|slim|leuk|mooi|geweldig|fantastisch|braaf|knap|grappig|schattig)|braaf|goed\s+(?:zo|gedaan)|knap\s+(?:gedaan|hoor)|bravo|goed\s+werk|wat\s+ben\s+je\s+(?:toch\s+)?\p{L}+|topper|kanjer|lief|schattig)(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:en|maar|ach|oh?|ok|hm+|echt|huh)[\s,?!]+){0,3}(?:(?:waarom|hoezo)(?:\s+(?:dan|dat|niet|wel|zo|eigenlijk|toch|is\s+dat(?:\s+zo)?|doe\s+je\s+dat|zeg\s+je\s+dat|vind\s+je\s+dat\s+(?:leuk|lekker)))*|hoe\s+(?:komt\s+dat|dat\s+zo|kan\s+dat)|om\s+welke\s+reden)${end}`,
    more: String.raw`${start}(?:(?:en|ach|oh?|ok|toe|kom|ja)[\s,!]+){0,3}(?:(?:vertel|zeg)(?:\s+(?:me|mij|eens|maar|nog|wat|iets|er))*\s+(?:meer|verder|door)(?:\s+(?:over|erover|daarover|hierover|over\s+(?:dat|dit)))?|(?:kun|kan)\s+je\s+(?:me\s+)?(?:er\s+|wat\s+|nog\s+)*meer\s+(?:over\s+)?vertellen|vertel\s+(?:er\s+)?(?:eens\s+)?meer\s+over|ik\s+wil\s+meer\s+(?:weten|horen)|(?:wat|en)\s+(?:nog(?:\s+meer)?|verder|dan)|nog\s+(?:iets|meer|wat)(?:\s+anders)?|verder(?:\s+nog\s+iets)?|is\s+er\s+nog\s+(?:meer|iets)|meer(?:\s+(?:details|daarover))?|ga\s+(?:verder|door)|en\s+toen)(?:[\s,]+(?:alsjeblieft|graag|aub))?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!-])?en\s+(?:jij|jou|u|jijzelf|met\s+(?:jou|u)|bij\s+jou|voor\s+jou|hoe\s+(?:zit|is)\s+(?:het|dat)\s+(?:met|bij)\s+jou)(?:\s+(?:dan|zelf|nou))?(?:,\s*\p{L}+)?${end}`,
    firstPerson: String.raw`^(?![\s\S]*(?<!\p{L})(?:mijn|m['’]n|onze|ons)\s+(?:\p{L}+\s+)?(?:hond(?:je|en)?|pup(?:py)?|kat(?:er|ten)?|poes(?:je)?|kitten|dier(?:tje)?|huisdier|konijn(?:tje)?|hamster|cavia|papegaai|parkiet|vogel(?:tje)?|paard|pony|vis(?:je)?|schildpad)(?!\p{L}))[\s\S]*(?<!\p{L})(?:ik(?:zelf)?|mij|me|mijn|m['’]n|mezelf)(?!\p{L})`,
    personal: String.raw`(?<!\p{L})(?:(?:mijn|m['’]n)\s+(?!(?:schat(?:je|tebout)?|lief(?:je|ste)?|lieve|lieverd|kleine|grote|vriend(?:je|in)?|hond(?:je)?|kat|poes(?:je)?|engel|hart|beste|mooie|brave)(?!\p{L}))\p{L}+|ik(?!\s+(?:wil\s+(?:graag\s+)?weten|zou\s+(?:graag\s+)?willen\s+weten|vraag\s+me\s+af)(?!\p{L}))|mij|me\s+(?=zorgen|schamen|voelen|niet\s+lekker)|onze?)(?!\p{L})`,
  },
};
