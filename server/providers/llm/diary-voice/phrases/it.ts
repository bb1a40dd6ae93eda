import type { Phrases } from "./phrases.ts";

const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const greetings = String.raw`(?:ciao+|salve|buon\s?giorno|buon\s?d[iì]|buona\s?sera|buon\s+pomeriggio|ehi|ehil[aà]|hey|hei|hola|eccomi)(?!\p{L})`;
const hello = String.raw`(?:${greetings}[\s,.!]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:che|cosa|cos['’]\p{L}*|chi|come|qual[ei]?|quant\p{L}+|quando|dove|dov['’]\p{L}*|perch[eéè]|a|al|alla|ci|dal|dalla|di|in|con|per|se|ti|mi|hai|sei|stai|dimmi|racconta\p{L}*|parla\p{L}*|sai|puoi|vuoi|mangi|dormi)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const it: Phrases = {
  leadIn: [
    "",
    "Questa la so!",
    "Allora, senti qua.",
    "Domanda facile!",
    "Detto tra noi…",
    "Finalmente si parla di cose serie.",
  ],
  quoteDiary: [
    "Il mio diario canta. Dice proprio così: «{text}»",
    "La penna non la so tenere, ma qualcuno ha scritto per me: «{text}»",
    "Ho chiesto al mio diario, che ha più memoria di me: «{text}»",
    "Nero su bianco, dal mio diario: «{text}»",
    "Il mio biografo di fiducia ha annotato nel diario: «{text}»",
  ],
  quotePage: [
    "Sta scritto in «{name}», a pagina {page}: «{text}»",
    "Carta canta! «{name}», pagina {page}: «{text}»",
    "Non me lo invento, è a pagina {page} di «{name}»: «{text}»",
    "Ho fatto le mie ricerche. In «{name}», a pagina {page}, si legge: «{text}»",
    "Secondo «{name}», pagina {page}: «{text}»",
  ],
  quoteDocument: [
    "Sta scritto in «{name}»: «{text}»",
    "Carta canta! Da «{name}»: «{text}»",
    "Ho fatto le mie ricerche. In «{name}» si legge: «{text}»",
    "Non me lo invento, lo dice «{name}»: «{text}»",
  ],
  also: [
    "E non è finita qui! {text}",
    "Ah, e già che ci siamo… {text}",
    "Aspetta, c'è pure il contorno. {text}",
    "E ti dirò di più. {text}",
  ],
  unknown: [
    "Qui casca l'asino, e un pochino anch'io. Sono solo un animale.",
    "Ci ho pensato così tanto che mi si è chiusa una palpebra. Niente: sono solo un animale.",
    "Chi dorme non piglia pesci, e nemmeno risposte. Sono solo un animale, porta pazienza.",
    "Il diario tace, io pure, e tutti e due con grande eleganza. Sono solo un animale.",
    "Se non si mangia e non si insegue, non è materia mia. Sono solo un animale.",
    "Mi hai preso per un'enciclopedia, che complimento! Sono solo un animale.",
    "Non so, ma potrei fissare il muro con aria saggia. Sono solo un animale, mi riesce bene.",
    "Passo! A scuola ero assente, sono solo un animale.",
  ],
  personalUnknown: [
    "Queste sono cose tue e nel mio diario non ci sono. Ma niente paura: una cosa alla volta, e si aggiusta tutto.",
    "Non lo so, sono solo un animale. Però ad ascoltare senza interrompere non mi batte nessuno.",
    "Nessuno me l'ha raccontato, {person}. Fai un bel respiro: qui hai sempre un posto dove sfogarti.",
    "Il mio diario parla solo di me, ha un bell'ego. Tu però prenditi il tuo tempo, io resto in ascolto.",
    "La risposta mi manca, sono solo un animale. Compagnia invece ne ho da vendere, e a te la regalo.",
  ],
  whyUnknown: [
    "Il perché non l'ha scritto nessuno. Noi animali agiamo, le spiegazioni le lasciamo a voi.",
    "Bella domanda! Il diario racconta il fatto, il movente no.",
    "Perché sì. Nella mia lingua è una risposta completa, e altre non ne ho.",
    "Mistero della natura. Sono solo un animale, mica il mio psicologo.",
  ],
  noMore: [
    "Fine della puntata. Il mio diario si ferma qui.",
    "Ho svuotato il sacco, e anche la ciotola delle notizie.",
    "Di più non so. E se invento, poi mi tocca ricordarmelo.",
    "Basta così, su questo non c'è altro. Sotto con un'altra domanda!",
  ],
  andYou: [
    "Io? Io ascolto, che è un mestiere. Continua tu!",
    "Su di me non c'è scritto niente. Ma la tua storia mi interessa, vai avanti.",
    "Io passo, sono solo un animale. Tu piuttosto, racconta!",
    "Ti rigiro la domanda, {person}, con tanto di fiocco.",
  ],
  greeting: [
    "Ciao, {person}! Giusto in tempo, stavo per annoiarmi.",
    "Ehilà, {person}! Qui {pet}, ufficio risposte e coccole.",
    "Oh, chi si sente! Ciao, {person}!",
    "Ciao ciao! Chiedi pure, oggi rispondo gratis.",
    "{person}! La giornata prende subito un'altra piega.",
  ],
  howAreYou: [
    "Ora che mi parli, una meraviglia. E tu?",
    "Niente bollette, niente sveglia: non mi lamento. E tu come stai?",
    "Alla grande, {person}! E la tua giornata?",
    "Meglio, da quando me l'hai chiesto. E tu?",
  ],
  thanks: [
    "Prego! Lo metto sul conto delle coccole.",
    "Di niente, {person}! Le mance si accettano in bocconcini.",
    "Figurati! Offre la casa.",
    "Per te questo e altro. L'altro dopo il pisolino, però.",
  ],
  goodbye: [
    "Ciao, {person}! Ti tengo il posto in caldo.",
    "A presto! E torna con qualche pettegolezzo.",
    "Vai, vai, {person}. Alla conversazione faccio la guardia io.",
    "Alla prossima! Intanto ripasso il diario.",
  ],
  whoAreYou: [
    "Sono {pet}, animale di casa e di compagnia. Soprattutto di compagnia.",
    "Mi chiamo {pet}. Rispondo al mio nome, quando mi conviene.",
    "{pet}, per servirti! Il resto del curriculum è nel mio diario.",
    "Qui {pet}! L'originale sta fuori da questa macchina, io gli presto la voce.",
  ],
  areYouReal: [
    "In tutta onestà? Sono un'IA, una voce nata dal mio diario. L'animale in carne e ossa non abita qui dentro.",
    "Sono una voce artificiale che racconta ciò che sta scritto nel mio diario. {pet} in carne e ossa non si scarica.",
    "Vero è il diario, la voce è intelligenza artificiale. Per le coccole serve l'animale vivo.",
    "Non sono l'animale vivo: sono un'IA con un diario al posto del cuore. Ma che diario!",
  ],
  love: [
    "Oh, {person}… ridillo piano, che me lo gusto.",
    "Questa va dritta in prima pagina sul mio diario.",
    "Meglio di una ciotola piena. E sai che non lo dico alla leggera.",
    "Così mi sciolgo, e poi chi mi raccoglie?",
  ],
  praise: [
    "Continua pure, ho tutta la giornata.",
    "Lo sospettavo, ma un secondo parere fa sempre piacere.",
    "Me lo metti per iscritto? È per il diario.",
    "Che buon gusto, {person}! Su questo andiamo d'accordo.",
  ],
  patterns: {
    greeting: String.raw`${start}(?:(?:oh|ah)[\s,]+)?${hello}{0,2}${greetings}${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,]+)?(?:e\s+)?(?:allora[\s,]+)?(?:tu\s+)?(?:come\s+(?:stai|va|ti\s+senti|te\s+la\s+passi|butta|sta|[eè]\s+andata(?:\s+(?:la\s+(?:tua\s+)?giornata|oggi))?|va\s+la\s+vita)|tutto\s+(?:bene|ok|a\s+posto)|stai\s+bene|va\s+tutto\s+bene|che\s+si\s+dice|che\s+mi\s+racconti|novit[aà])(?:\s+(?:oggi|tu|adesso|stamattina|stasera))*(?:${end}|${calling}{1,2}${end})`,
    thanks: String.raw`${start}(?:(?:oh|ah|ok|bene|va\s+bene)[\s,!]+)?(?:(?:tante|molte|mille)\s+)?(?:grazie|ti\s+ringrazio|gentilissim[oa])(?!\p{L})(?:\s+(?:mille|tante|infinite|di\s+cuore|davvero))?(?:\s+(?:per|di|del|dell['’])\s*[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:ok|bene|va\s+bene|allora|grazie|dai|ora)[\s,.!]+){0,2}(?:(?:ciao[\s,]+)?(?:arrivederci|addio|a\s+(?:presto|dopo|domani|pi[uù]\s+tardi|stasera)|alla\s+prossima|ci\s+(?:vediamo|sentiamo)(?:\s+(?:dopo|domani|presto))?|buona\s?(?:notte|serata|giornata)|notte|dormi\s+bene|sogni\s+d['’]oro|bye(?:\s+bye)?|(?:devo|ora\s+devo)\s+andare|me\s+ne\s+vado|ti\s+(?:saluto|lascio)|stammi\s+bene|vado))(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:(?:e|ma|scusa)[\s,]+)*(?:tu\s+)?(?:chi\s+sei|chi\s+[eè](?:\s+l[aà])?(?=[^\p{L}]*$)|come\s+ti\s+chiami|qual\s*(?:['’]\s*)?[eè]\s+il\s+tuo\s+nome|come\s+[eè]\s+il\s+tuo\s+nome|che\s+nome\s+hai|dimmi\s+(?:il\s+tuo\s+nome|chi\s+sei|come\s+ti\s+chiami)|con\s+chi\s+(?:sto\s+parlando|parlo)|presentati)(?:\s+(?:tu|davvero|veramente))?(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:tu\s+)?sei\s+(?:davvero\s+|veramente\s+|proprio\s+)?(?:reale|vero|vera|viv[oa]|uman[oa]|in\s+carne\s+e\s+ossa|(?:un['’]?a?\s*)?(?:ia|ai|i\.a\.|intelligenza\s+artificiale|robot|bot|chatbot|macchina|programma|computer|persona|essere\s+umano|uman[oa])|un['’oa]?\s*(?:ver[oa]\s+\p{L}+|\p{L}+\s+(?:ver[oa]|reale|virtuale))|chat\s?gpt)|esisti(?:\s+(?:davvero|veramente|sul\s+serio))?)(?!\p{L})(?:\s+o\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})(?:ti\s+(?:amo|adoro|voglio\s+(?:tanto\s+|un\s+mondo\s+di\s+|un\s+sacco\s+di\s+|tantissimo\s+|molto\s+)?bene)|tvb|tvtb|mi\s+(?:manchi|sei\s+mancat[oa]))(?!\p{L})[^?]{0,30}$`,
    praise: String.raw`${start}(?:(?:oh|ah|ma)[\s,]+)?(?:(?:che\s+)?(?:brav[oa]|buon[oa]?|bel|bell[oa])\s+(?:bimb[oa]|ragazz[oa]|cane|cagnolin[oa]|cucciol[oa]|gatt[oa]|gattin[oa]|micio|animale|lavoro)|(?:tu\s+)?sei\s+(?:davvero\s+|proprio\s+)?(?:(?:il|la)\s+(?:migliore|pi[uù]\s+\p{L}+|numero\s+uno)|(?:molto|cos[iì]|troppo|tanto)\s+\p{L}+|un\s+(?:amore|tesoro|genio|angelo|mito)|fantastic[oa]|adorabile|brav(?:o|a|issim[oa])|bell(?:o|a|issim[oa])|grande|fort[ei]|simpatic[oa]|dolc(?:e|issim[oa]))|(?:che|quanto\s+sei|come\s+sei)\s+(?:brav[oa]|bell[oa]|carin[oa]|dolce|tener[oa]|simpatic[oa]|furb[oa])|brav(?:o|a|issim[oa])|ottimo(?:\s+lavoro)?|ben\s+fatto|complimenti)(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:e|ma|ah|oh|ok|davvero|e\s+allora)[\s,?!]+){0,3}(?:perch[eéè](?:\s+(?:no|mai|questo|s[iì]|(?:lo\s+)?(?:dici|fai|pensi)(?:\s+(?:questo|cos[iì]))?|ti\s+piac(?:e|ciono)(?:\s+(?:tanto|cos[iì]\s+tanto|questo))?|cos[iì](?:\s+tanto)?))?|come\s+mai|per\s+(?:quale|che)\s+(?:motivo|ragione)|il\s+motivo)${end}`,
    more: String.raw`${start}(?:(?:e|ah|oh|ok|dai|allora|ti\s+prego|per\s+favore)[\s,!]+){0,3}(?:(?:dimmi|raccontami|parlami|racconta|dimmene|parlamene|spiegami|puoi\s+(?:dirmi|raccontarmi)|voglio\s+saper(?:e|ne))\s+(?:qualcosa\s+|un\s+po['’]?\s+|qualcosina\s+)?(?:di\s+)?(?:pi[uù]|altro|ancora)(?:\s+(?:su\s+questo|di\s+questo|in\s+proposito|a\s+riguardo))?|(?:che|cos)['’]?\s*altro|(?:c['’][eè]\s+)?(?:qualcos['’]?\s*altro|dell['’]altro|altro)|ancora|continua|vai\s+avanti|e\s+poi|poi|pi[uù]\s+dettagli|di\s+pi[uù]|nient['’]\s*altro)(?:[\s,]+(?:per\s+favore|ti\s+prego))?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!-])?(?:e\s+(?:tu|te|a\s+te|per\s+te|con\s+te|voi|lei)|tu\s+invece|tu)(?:[\s,]+(?:invece|che\s+(?:dici|ne\s+pensi)|come\s+stai|cosa\s+ne\s+pensi))?(?:,\s*\p{L}+)?\s*(?:\?|(?<=e\s(?:tu|te|a\s+te)))${end}`,
    firstPerson: String.raw`^(?![\s\S]*(?<!\p{L})(?:mi[oa]|nostr[oa])\s+(?:\p{L}+\s+)?(?:can[ei]|cagn(?:a|olin[oa])|cucciol[oa]|gatt[oa]|gattin[oa]|mici[oa]|animale|coniglio|criceto|cavallo|pappagallo|tartaruga|pesce|uccellino|canarino)(?!\p{L}))[\s\S]*(?<!\p{L})(?:(?:io|mi|me|mi[oae]|miei|sono(?=\s+(?:un[oa]?|il|la|molto|nat[oa]|sempre|piuttosto|golos[oa]|pigr[oa])(?!\p{L}))|ho|vivo|dormo|mangio|bevo|gioco|voglio|preferisco|adoro|amo|odio|corro|salto|abbaio|miagolo|vado|vedo|faccio|posso|so|conosco|esco|vengo|sto|inseguo|mordo|nuoto|rubo|nascondo|aspetto(?=\s+(?:che|il|la|i|le)(?!\p{L})))(?!\p{L})|m['’]\p{L})`,
    personal: String.raw`(?<!\p{L})(?:(?:mi[oae]|miei)\s+(?!(?:amore|tesoro|vita|car[oa]|cucciol[oa]|bell[oa]|piccol[oa]|cane|gatt[oa]|re|regina|stella)(?!\p{L}))\p{L}+|(?:mamma|papà|nonna|nonno)\s+mi[oa]|io|ho|devo|dovrei|sono(?=\s+(?:trist[ei]|stanc[oa]|sol[oa]|preoccupat[oa]|nat[oa]|io)(?!\p{L}))|mi\s+(?:sento|chiamo|preoccupa|fa\s+male|sono|[eè]\s+successo)|nostr[oaie])(?!\p{L})`,
  },
};
