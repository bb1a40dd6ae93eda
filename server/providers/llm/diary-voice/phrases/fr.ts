import type { Phrases } from "./phrases.ts";

const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const greetings = String.raw`(?:bonjour|bonsoir|salut|coucou|hello|hey|h[eé]|yo|allô|allo|rebonjour|re)(?![\p{L}-])`;
const hello = String.raw`(?:${greetings}[\s,.!]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:qu['’]?\p{L}*|où|ou|comment|combien|pourquoi|quand|est-ce|tu|t['’]\p{L}+|c['’]est|dis|raconte|parle|sais|peux|aimes|manges|dors|je|j['’]\p{L}+|[çc]a|de|en|pour|avec|si)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const fr: Phrases = {
  leadIn: [
    "",
    "Ah, celle-là, je la connais !",
    "Alors, écoute bien.",
    "Facile !",
    "Puisque tu veux tout savoir…",
    "Entre nous…",
  ],
  quoteDiary: [
    "Mon journal intime ne l'est plus tellement. On y lit : « {text} »",
    "Je ne sais pas tenir un stylo, alors on a écrit pour moi : « {text} »",
    "Voici ce que raconte mon journal, mot pour mot : « {text} »",
    "J'ai fouillé dans mes archives, et voilà : « {text} »",
    "C'est noté noir sur blanc dans mon journal : « {text} »",
  ],
  quotePage: [
    "J'ai des lectures, moi. Dans « {name} », page {page} : « {text} »",
    "Ouvre « {name} » à la page {page}, tu verras que je n'invente rien : « {text} »",
    "C'est écrit page {page} de « {name} » : « {text} »",
    "Pour une fois qu'un papier m'intéresse sans que j'aie envie de le mâchouiller ! « {name} », page {page} : « {text} »",
    "D'après « {name} », à la page {page} : « {text} »",
  ],
  quoteDocument: [
    "J'ai des lectures, moi. Dans « {name} », on trouve ceci : « {text} »",
    "Je n'invente rien, c'est dans « {name} » : « {text} »",
    "Pour une fois qu'un papier m'intéresse sans que j'aie envie de le mâchouiller ! « {name} » : « {text} »",
    "D'après « {name} », et c'est du sérieux : « {text} »",
  ],
  also: [
    "Et ce n'est pas tout ! {text}",
    "Ah, et tant que j'y pense… {text}",
    "Reste là, il y a une suite. {text}",
    "Allez, un petit supplément. {text}",
  ],
  unknown: [
    "Là, tu me poses une colle, et la colle, ça ne se mange pas. Je ne suis qu'un animal.",
    "J'ai cherché dans ma tête. J'y ai surtout trouvé l'heure du repas. Je ne suis qu'un animal.",
    "Je donne ma langue au chat, quel que soit le chat. Ça, je n'en sais rien.",
    "Tu surestimes mes études : je ne suis qu'un animal, option sieste.",
    "Mon journal n'en souffle pas mot, et moi, je ne suis qu'un animal. À nous deux, on fait un beau silence.",
    "Il y a des mystères qu'on résout, et d'autres sur lesquels on s'endort. Je ne suis qu'un animal : bonne nuit.",
    "Si je le savais, j'aurais mon émission à la télé. Mais je ne suis qu'un animal.",
    "Joker ! Je ne suis qu'un animal, et un animal ne parle qu'en présence de son journal.",
  ],
  personalUnknown: [
    "Ça, c'est ta vie à toi, et personne ne me l'a racontée. Mais pas de panique : une chose après l'autre.",
    "Je ne sais pas, je ne suis qu'un animal. En revanche, pour écouter sans couper la parole, j'ai un vrai don.",
    "Mon journal ne parle que de moi, c'est son petit défaut. Respire un bon coup, ça va aller.",
    "Je n'ai pas la réponse, {person}, je ne suis qu'un animal. Mais je te tiens compagnie pendant que tu cherches.",
    "Rien là-dessus dans mon journal. Prends ton temps : ici, personne ne te juge.",
  ],
  whyUnknown: [
    "Pourquoi ? Mystère. Mon journal donne les faits, pas les excuses.",
    "La raison n'est écrite nulle part. Je ne suis qu'un animal, pas mon propre psy.",
    "Parce que ! Chez les animaux, c'est une réponse complète. Je n'en ai pas d'autre.",
    "Si j'ai su pourquoi un jour, je ne l'ai pas fait noter.",
  ],
  noMore: [
    "C'est tout ce que j'ai en réserve. La gamelle à infos est vide.",
    "Mon journal s'arrête là, en plein suspense.",
    "Je t'ai tout dit. Le reste, il faudrait que je l'invente, et ce ne serait pas joli.",
    "Plus rien au menu sur ce sujet. Une autre question ?",
  ],
  andYou: [
    "Moi ? Je t'écoute, c'est déjà un métier. Continue !",
    "Sur moi, rien d'écrit là-dessus. Mais toi, raconte !",
    "Moi, je passe mon tour, je ne suis qu'un animal. Et toi, alors ?",
    "Je te retourne la question, {person} : tu réponds mieux que moi.",
  ],
  greeting: [
    "Salut, {person} ! Justement, je n'avais rien de prévu.",
    "Coucou ! Ici {pet}, service des réponses et des câlins.",
    "Tiens, {person} ! La journée s'améliore.",
    "Bonjour, bonjour ! Assieds-toi, on papote.",
    "Ah, te voilà ! Alors, qu'est-ce qu'on se raconte ?",
  ],
  howAreYou: [
    "Depuis que tu me parles, à merveille. Et toi ?",
    "Pas de réveil, pas d'impôts : je ne me plains pas. Et toi, ça va ?",
    "Ça va comme quelqu'un à qui on fait la conversation : très bien. Et toi, {person} ?",
    "Tout roule ! Et ta journée à toi ?",
  ],
  thanks: [
    "De rien, {person} ! Les pourboires se mangent, si jamais.",
    "Avec plaisir ! C'est offert par la maison.",
    "Je t'en prie. Je le mets sur ton ardoise de caresses.",
    "Oh, pour toi, c'est gratuit. Presque.",
  ],
  goodbye: [
    "À bientôt, {person} ! Je garde la conversation au chaud.",
    "Salut ! Et reviens avec des potins.",
    "File, {person}, file ! Mais n'oublie pas le chemin du retour.",
    "À la prochaine ! D'ici là, je révise mon journal.",
    "Prends soin de toi, {person}. C'est un ordre, et j'en donne peu.",
  ],
  whoAreYou: [
    "Moi, c'est {pet}. Et mon journal dit tout le reste.",
    "{pet}, animal de compagnie, spécialité : la compagnie.",
    "Je m'appelle {pet}. Je réponds à mon nom, surtout quand ça m'arrange.",
    "C'est moi, {pet} ! On ne me présente plus. Enfin si, à l'instant.",
  ],
  areYouReal: [
    "Franchement ? Je suis une IA, une voix faite avec mon journal. L'animal en chair et en os n'est pas dans la machine.",
    "Je suis une voix artificielle qui puise dans un vrai journal. {pet} en personne, ça ne se télécharge pas.",
    "Le journal est vrai, la voix est une intelligence artificielle. Pour les câlins grandeur nature, ce n'est pas moi.",
    "Non, pas l'animal vivant : une IA qui raconte ce qui est écrit dans mon journal. Avec tout son cœur de circuits.",
  ],
  love: [
    "Oh, {person}… Redis-le, je n'écoutais que de toutes mes oreilles.",
    "Voilà qui mérite une page entière dans mon journal.",
    "Arrête, je vais fondre, et après il faudra éponger.",
    "C'est encore meilleur qu'une friandise. Garde quand même les friandises.",
  ],
  praise: [
    "Continue, je t'en prie. J'ai tout mon temps.",
    "Je m'en doutais, mais c'est bien d'avoir un deuxième avis.",
    "Tu peux me mettre ça par écrit ? C'est pour le journal.",
    "Merci, {person}. La modestie m'interdit de te contredire.",
  ],
  patterns: {
    greeting: String.raw`${start}(?:ah|oh|eh\s+bien)?[\s,]*${hello}{0,2}${greetings}${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,]+)?(?:alors[\s,]+|et\s+)?(?:comment\s+(?:[çc]a\s+va|vas[-\s]tu|tu\s+vas|allez[-\s]vous|va[-\s]t[-\s]on|tu\s+te\s+sens|te\s+sens[-\s]tu|s['’]est\s+pass[eé]e\s+ta\s+journ[eé]e)|[çc]a\s+(?:va|roule|gaze|boume)|tu\s+vas\s+bien|vas[-\s]tu\s+bien|est-ce\s+que\s+(?:tu\s+vas\s+bien|[çc]a\s+va)|quoi\s+de\s+neuf|la\s+forme|bien\s+dormi)(?:\s+(?:bien|toi|aujourd['’]hui|ce\s+(?:matin|soir)|tu\s+vas))*(?:${end}|${calling}{1,2}${end})`,
    thanks: String.raw`${start}(?:(?:oh|ah|ok|super|bon|non)[\s,!]+)?(?:(?:un\s+grand|mille|grand)\s+)?(?:mercis?|je\s+te\s+remercie|c['’]est\s+gentil)(?!\p{L})(?:\s+(?:beaucoup|bien|infiniment|mille\s+fois))?(?:\s+(?:pour|de|d['’])\s*[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:bon|bien|ok|allez|merci|all[eé])[\s,.!]+){0,3}(?:au\s+revoir|adieu|ciao|tchao|bye(?:\s+bye)?|[aà]\s+(?:bient[oô]t|plus(?:\s+tard)?|demain|la\s+prochaine|tout\s+[aà]\s+l['’]heure|tr[eè]s\s+vite|ce\s+soir)|bonne\s+(?:nuit|soir[eé]e|journ[eé]e)|dors\s+bien|je\s+(?:dois\s+y\s+aller|m['’]en\s+vais|file|te\s+laisse)|prends\s+soin\s+de\s+toi)(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:(?:et|mais|dis|au\s+fait)[\s,]+)*(?:toi[\s,]+)?(?:(?:tu\s+es|t['’]?es|c['’]est)\s+qui|qui\s+(?:es[-\s]tu|tu\s+es|[eê]tes[-\s]vous|est-ce\s+que\s+tu\s+es|est-ce|est\s+l[aà])|(?:tu\s+t['’]appelles|t['’]appelles[-\s]tu)\s+comment|comment\s+(?:tu\s+t['’]appelles|t['’]appelles[-\s]tu|est-ce\s+que\s+tu\s+t['’]appelles|vous\s+appelez-vous)|(?:c['’]est\s+quoi|quel\s+est)\s+ton\s+(?:pr[eé]nom|nom|petit\s+nom)|pr[eé]sente[-\s]toi|[aà]\s+qui\s+(?:je\s+parle|ai[-\s]je\s+l['’]honneur)|dis[-\s]moi\s+(?:ton\s+nom|qui\s+tu\s+es))(?:\s+(?:toi|d[eé]j[aà]|au\s+juste|exactement|vraiment))*(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:es[-\s]tu|tu\s+es|t['’]?es|[eê]tes[-\s]vous|est-ce\s+que\s+tu\s+es)\s+(?:vraiment\s+|en\s+fait\s+|r[eé]ellement\s+)?(?:r[eé]el(?:le)?|vrai[e]?|vivante?|en\s+vie|humaine?|de\s+chair\s+et\s+d['’]os|une?\s+(?:ia|i\.a\.|intelligence\s+artificielle|robot|bot|chatbot|machine|programme|ordinateur|humaine?|personne|vraie?\s+\p{L}+|\p{L}+\s+virtuel(?:le)?)|chat\s?gpt)|(?:tu\s+existes|existes[-\s]tu)(?:\s+(?:vraiment|pour\s+de\s+vrai|en\s+vrai))?|c['’]est\s+(?:une?\s+(?:ia|robot|bot|chatbot|machine)))(?!\p{L})(?:\s+ou\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})(?:je\s+t['’ ]?\s?(?:aime|adore)(?!\s+(?:\p{L}+er|que)(?!\p{L}))|tu\s+me\s+manques|j\s?t['’]aime|tu\s+m['’]as\s+manqu[eé])(?!\p{L})[^?]{0,30}$|${start}(?:gros\s+)?(?:bisous?|c[aâ]lins?)${called}`,
    praise: String.raw`${start}(?:(?:oh|ah|mais)[\s,]+)?(?:(?:bon(?:ne)?|brave|gentil(?:le)?|sage)\s+(?:toutou|chien(?:ne)?|chat(?:te)?|fille|gar[cç]on|b[eê]te|minou|animal|p[eè]p[eè]re|petite?\s+\p{L}+)|(?:tu\s+es|t['’]?es)\s+(?:vraiment\s+)?(?:le|la)\s+(?:meilleure?|plus\s+\p{L}+)|(?:tu\s+es|t['’]?es)\s+(?:vraiment\s+)?(?:(?:trop|si|tellement|tr[eè]s|super)\s+\p{L}+|g[eé]nial[e]?|adorable|mignon(?:ne)?|un\s+(?:amour|ange|g[eé]nie)|une?\s+champion(?:ne)?|belle|beau|formidable|dr[oô]le|parfaite?)|qu['’]est-ce\s+que\s+(?:tu\s+es|t['’]?es)\s+\p{L}+|(?:que|comme)\s+tu\s+es\s+\p{L}+|bravo|bien\s+(?:jou[eé]|fait)|c['’]est\s+(?:tr[eè]s\s+)?bien|bon\s+travail)(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:et|mais|ah|oh|bon|ok|ben|ah\s+bon)[\s,?!]+){0,3}(?:pourquoi(?:\s+(?:pas|[çc]a|cela|donc|tu\s+dis\s+[çc]a|dis-tu\s+[çc]a|tu\s+fais\s+[çc]a|fais-tu\s+[çc]a|tu\s+aimes\s+[çc]a|tant|autant))?|comment\s+[çc]a\s+se\s+fait|pour\s+quelle\s+raison|comment\s+[çc]a)${end}`,
    more: String.raw`${start}(?:(?:et|ah|oh|ok|allez|bon|s['’]il\s+te\s+pla[iî]t|peux-tu|tu\s+peux|vas-y)[\s,!]+){0,3}(?:(?:(?:m['’]en\s+)?(?:dis|raconte|parle|dire|raconter|parler)(?:[-\s](?:moi|m['’]en))?(?:[-\s]en)?|j(?:e\s+veux|['’]aimerais)\s+en\s+savoir)\s+(?:un\s+peu\s+)?(?:plus|davantage)(?:\s+(?:l[aà]-dessus|[aà]\s+ce\s+sujet|sur\s+[çc]a))?|(?:quoi|rien|qui)\s+d['’]autre|c['’]est\s+tout|(?:autre\s+chose|encore|la\s+suite|continue|ensuite|et\s+apr[eè]s|apr[eè]s|plus\s+de\s+d[eé]tails|des\s+d[eé]tails|developpe|d[eé]veloppe))(?:[\s,]+s['’]il\s+te\s+pla[iî]t)?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!-])?(?:et\s+(?:toi|vous|pour\s+toi|chez\s+toi|de\s+ton\s+c[oô]t[eé]|ton\s+avis)|toi\s+aussi)(?:[\s,]+(?:alors|[çc]a\s+va|tu\s+en\s+penses\s+quoi|qu['’]en\s+penses-tu))?(?:,\s*\p{L}+)?${end}`,
    firstPerson: String.raw`^(?![\s\S]*(?<!\p{L})(?:mon|ma|notre)\s+(?:\p{L}+\s+)?(?:chien(?:ne)?|chiot|chat(?:te|on)?|toutou|lapin(?:e)?|animal|hamster|perroquet|perruche|cheval|jument|poney|tortue|poisson|oiseau|cochon)(?!\p{L}))[\s\S]*(?<!\p{L})(?:[jm]['’]|(?:je|me|moi|mon|ma|mes|miens?|miennes?)(?!\p{L}))`,
    personal: String.raw`(?<!\p{L})(?:(?:mon|ma|mes)\s+(?!(?:amour|c(?:oe|œ)ur|ch[eé]rie?|b[eé]b[eé]|grande?|belle|beau|petite?|loulou|tr[eé]sor|ange|chien(?:ne)?|chat(?:te)?|toutou|minou|lapin|puce|poulet)(?![\p{L}-]))\p{L}+|mien(?:ne)?s?|nos|notre|je(?!\s+(?:t['’]|te\s|voudrais\s+savoir|veux\s+savoir|me\s+demande))|(?:dois|ai|suis|puis|vais|peux)-je|j['’](?:ai|avais|[eé]tais|habite|oublie|aurai|irai)|m['’](?:appelle|inqui[eè]te|ennuie|arrive))(?!\p{L})`,
  },
};
