import type { Phrases } from "./phrases.ts";

// Said so that it sounds right in Brazil and in Portugal: no 'você', no gerunds, 'o meu' with its article.
const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const greetings = String.raw`(?:oi+|oie|ol[aá]+|opa|e\s+a[ií]|bom\s+dia|boa\s+tarde|boas|viva|al[oô]|ei|salve)(?!\p{L}|\s+(?:noites?|festas))`;
const hello = String.raw`(?:${greetings}[\s,.!]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:(?:o\s+)?qu[eê]|quem|como|qual|quais|quant\p{L}+|onde|aonde|quando|por|porqu[eê]|de|em|com|para|pra|se|te|me|tu|voc[eê]|tens|tem|[eé]s|est[aá]s?|conta\p{L}*|diz\p{L}*|fala\p{L}*|sabes?|podes?|queres?|gostas?|comes?|dormes?)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const pt: Phrases = {
  leadIn: [
    "",
    "Essa eu sei!",
    "Pergunta boa, resposta melhor ainda.",
    "Então, é assim…",
    "Cá entre nós…",
    "Assunto favorito: eu.",
  ],
  quoteDiary: [
    "O meu diário não sabe guardar segredo. Está lá assim: “{text}”",
    "A letra não é minha, mas o diário é: “{text}”",
    "Fui ver no meu diário, e lá estava: “{text}”",
    "Tenho quem escreva por mim. No diário ficou assim: “{text}”",
    "Tal e qual está no meu diário: “{text}”",
  ],
  quotePage: [
    "Isso vem em “{name}”, página {page}: “{text}”",
    "Bicho prevenido tem documentos. Na página {page} de “{name}” diz assim: “{text}”",
    "Não inventei nada, está na página {page} de “{name}”: “{text}”",
    "Segundo “{name}”, na página {page}: “{text}”",
    "Leitura do dia, “{name}”, página {page}: “{text}”",
  ],
  quoteDocument: [
    "Isso vem em “{name}”: “{text}”",
    "Bicho prevenido tem documentos. Em “{name}” diz assim: “{text}”",
    "Não inventei nada, está em “{name}”: “{text}”",
    "Segundo “{name}”, que é papel sério: “{text}”",
  ],
  also: [
    "E calma, que ainda há mais. {text}",
    "Ah, e outra coisinha! {text}",
    "E já que a conversa está boa… {text}",
    "De brinde, mais esta. {text}",
  ],
  unknown: [
    "Essa não vem escrita no fundo da tigela. Sou só um bicho de estimação.",
    "Pensei tanto que quase deu em soneca. Não sei, sou só um bicho de estimação.",
    "Cada macaco no seu galho, e no meu galho essa resposta não está.",
    "Em terra de sabichão, eu sou só um bicho de estimação. Não faço ideia!",
    "Fiz cara de quem sabe. Durou pouco: sou só um bicho de estimação.",
    "Quem não tem resposta caça com charme. E eu sou só um bicho de estimação, mas charme não falta.",
    "O meu diário ficou calado, e eu, por solidariedade, também. Sou só um bicho de estimação.",
    "Para isso era preciso estudar, e eu faltei a todas as aulas. Sou só um bicho de estimação.",
  ],
  personalUnknown: [
    "Disso o meu diário não fala, e eu sou só um bicho de estimação. Mas calma: uma coisa de cada vez, e tudo se ajeita.",
    "Essa parte da tua vida ninguém me contou. Mas para ouvir sem interromper, estou aqui.",
    "Não sei, {person}, sou só um bicho de estimação. Respira fundo, a pressa não ajuda ninguém.",
    "A resposta eu não tenho. Companhia, essa sim, e sem hora marcada.",
    "O meu diário só fala de mim, que vaidade a dele! Sem pressa, {person}: aqui ninguém faz julgamentos.",
  ],
  whyUnknown: [
    "O porquê ninguém anotou. Nós, bichos, somos mais de fazer do que de explicar.",
    "Boa pergunta! O diário conta o que foi, mas do motivo nem uma linha.",
    "Porque sim. Em língua de bicho é resposta completa, e não tenho outra.",
    "Mistério! Sou só um bicho de estimação, não o meu próprio psicólogo.",
  ],
  noMore: [
    "Acabou-se a história. Daqui para a frente, só inventada, e eu não invento.",
    "Já contei tudo. Não sobrou nem uma migalha.",
    "O meu diário para aqui, logo na melhor parte.",
    "Sobre isso, mais nada. Venha outra pergunta!",
  ],
  andYou: [
    "Eu? Eu ouço, que também dá trabalho. Conta mais!",
    "Sobre mim não está nada escrito. Mas essa história é boa, continua!",
    "Eu passo a vez, sou só um bicho de estimação. E por aí, como é?",
    "Devolvo a pergunta, {person}, com um laço em cima.",
  ],
  greeting: [
    "Olá, {person}! Este silêncio já pedia conversa.",
    "Olá, olá! Aqui {pet}, atendimento ao público com hora de soneca.",
    "{person}! Chegou a melhor parte do dia.",
    "Que bom, {person}! Que novidades há?",
    "Olá! Pode vir a pergunta, que hoje respondo de graça.",
  ],
  howAreYou: [
    "Com esta companhia, uma maravilha. E por aí?",
    "Sem contas para pagar e sem despertador: não tenho queixas. E por aí, tudo bem?",
    "Tudo ótimo, {person}! E esse dia, que tal?",
    "Melhor desde esta pergunta. E desse lado?",
  ],
  thanks: [
    "De nada, {person}! Aceito gorjeta em petiscos.",
    "Ora essa! Fica por conta da casa.",
    "Sempre às ordens. Bom, menos na hora da soneca.",
    "Não tem de quê! Vai para a conta dos mimos.",
  ],
  goodbye: [
    "Até logo, {person}! Eu fico de guarda à conversa.",
    "Tchau, tchau! E na volta quero novidades.",
    "Até breve, {person}! O meu diário e eu ficamos por aqui.",
    "Já? Então até mais, e cuidado com a saudade!",
  ],
  whoAreYou: [
    "Sou {pet}, bicho de estimação por vocação.",
    "{pet}, às ordens! O resto do currículo está no meu diário.",
    "O meu nome é {pet}. Atendo quando chamam, e quando me convém.",
    "Aqui fala {pet}! Em pessoa, ou quase.",
  ],
  areYouReal: [
    "Verdade verdadinha? Sou uma IA, uma voz feita a partir do meu diário. O animal de carne e osso não está aqui dentro.",
    "Sou uma voz artificial que conta o que está no meu diário. {pet}, em carne e osso, não cabe numa máquina.",
    "O diário é verdadeiro, a voz é inteligência artificial. Para abraços de verdade, só o animal vivo.",
    "Não sou o animal vivo: sou uma IA com o meu diário na ponta da língua. E sem língua!",
  ],
  love: [
    "Ai, {person}, diz outra vez, mas devagarinho.",
    "Essa vai para a primeira página do meu diário.",
    "Isso soa melhor do que tigela cheia. E olha que é difícil!",
    "Tanto carinho, e eu sem bolsos para guardar. Fica tudo no coração.",
  ],
  praise: [
    "Continua, continua! Tenho o dia todo.",
    "Eu já suspeitava, mas uma segunda opinião cai sempre bem.",
    "Dá para pôr isso por escrito? É para o diário.",
    "Que bom gosto, {person}! Nisso estamos de acordo.",
  ],
  patterns: {
    greeting: `${start}${hello}{0,2}${greetings}${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,]+)?(?:e\s+)?(?:ent[aã]o[\s,]+)?(?:como\s+(?:(?:voc[eê]|vc|tu|c[eê])\s+)?(?:est[aá]s?|t[aá]s?|vai|vais|anda|andas|passou|passaste|se\s+sente|te\s+sentes|foi\s+(?:o\s+)?(?:seu|teu)\s+dia|vai\s+isso|vão\s+as\s+coisas)(?:\s+(?:tu|voc[eê]|hoje|agora|indo|se\s+sentindo|a\s+sentir))*|(?:est[aá]s?\s+|t[aá]s?\s+|vai\s+)?tudo\s+(?:bem|bom|certo|joia|j[oó]ia|legal|tranquilo|fixe|em\s+ordem)(?:\s+(?:contigo|com\s+voc[eê]|por\s+a[ií]|hoje))?|(?:est[aá]s?|voc[eê]\s+(?:est[aá]|t[aá]))\s+bem|beleza|que\s+tal|e\s+a[ií])(?:\?|${end}|${calling}{1,2}${end})${end}`,
    thanks: String.raw`${start}(?:(?:ah|oh|ok|ai|puxa)[\s,!]+)?(?:muit[oa]\s+|muit[ií]ssimo\s+)?(?:obrigad(?:[oa]|[aã]o|inh[oa])|brigad(?:[oa]|[aã]o|inh[oa])|valeu|agrade[cç]o|agradecid[oa]|grat[oa]|thanks)(?!\p{L})(?:\s+(?:mesmo|demais))?(?:\s+(?:por|pela|pelo|pelos|pelas)\s+[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:bom|bem|ok|ent[aã]o|obrigad[oa]|valeu|pronto|j[aá])[\s,.!]+){0,2}(?:tchau(?:\s*tchau|zinho)?|xau|adeus(?:inho)?|at[eé]\s+(?:logo|breve|mais|j[aá]|amanh[aã]|depois|loguinho|(?:[aà]\s+)?pr[oó]xima)|boa\s+noite|bye(?:\s+bye)?|dorme\s+bem|durma\s+bem|bons\s+sonhos|falou|fui|tenho\s+(?:que|de)\s+ir|preciso\s+ir|vou[-\s](?:me\s+)?(?:embora|indo|nessa)|a\s+gente\s+se\s+v[eê]|se\s+cuida|fica\s+bem)(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:e\s+|mas\s+|afinal[\s,]+)*(?:quem\s+(?:[eé]s|(?:[eé]\s+)?(?:que\s+)?(?:[eé]\s+)?(?:voc[eê]|tu|vc)(?:\s+[eé]s?)?|fala|est[aá]\s+a[ií])|(?:tu|voc[eê]|vc)\s+[eé]s?\s+quem|como\s+(?:(?:[eé]\s+que\s+)?te\s+chamas|(?:voc[eê]\s+)?se\s+chama|(?:voc[eê]\s+)?te\s+chama)|qual\s+(?:[eé]\s+)?(?:o\s+)?(?:teu|seu)\s+nome|com\s+quem\s+(?:eu\s+)?(?:estou\s+(?:a\s+falar|falando)|falo)|(?:me\s+)?di(?:z|ga|z-me|ga-me)\s+(?:o\s+)?(?:teu|seu)\s+nome|apresenta-te|se\s+apresent[ae])(?:\s+(?:tu|afinal|mesmo))?(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:[eé]s|(?:voc[eê]|vc|tu)\s+[eé]s?)\s+(?:mesmo\s+|realmente\s+)?(?:real|de\s+verdade|a\s+s[eé]rio|verdadeir[oa]|human[oa]|de\s+carne\s+e\s+osso|(?:uma?\s+)?(?:ia|i\.a\.|intelig[eê]ncia\s+artificial|rob[oôó]|bot|chatbot|m[aá]quina|programa|computador|pessoa|human[oa])|uma?\s+\p{L}+\s+(?:de\s+verdade|real|virtual|verdadeir[oa])|chat\s?gpt)|(?:est[aá]s?|t[aá])\s+viv[oa]|existes(?:\s+mesmo|\s+de\s+verdade)?|voc[eê]\s+existe(?:\s+mesmo|\s+de\s+verdade)?)(?!\p{L})(?:\s+mesmo)?(?:\s+ou\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})(?:(?:eu\s+)?te\s+(?:amo|adoro)|amo[-\s]te|adoro[-\s]te|(?:amo|adoro)\s+(?:voc[eê]|vc)|gosto\s+(?:muito\s+|tanto\s+|imenso\s+)?de\s+(?:ti|voc[eê])|(?:tenho|estou\s+com|t[oô]\s+com|sinto|que)\s+(?:muitas?\s+|tantas?\s+|a\s+)?(?:tua\s+falta|sua\s+falta|saudades?\s+(?:tuas?|suas?|de\s+(?:ti|voc[eê])))|sinto\s+(?:a\s+)?(?:tua|sua)\s+falta|(?:muitas\s+|que\s+)?saudades?\s+(?:tuas?|de\s+(?:ti|voc[eê])))(?!\p{L})[^?]{0,30}$`,
    praise: String.raw`${start}(?:(?:ai|oh|ah|mas)[\s,]+)?(?:(?:que\s+)?(?:bo[am]|lind[oa]|bom)\s+(?:menin[oa]|garot[oa]|rapaz|rapariga|c[aã]o|cachorr(?:o|a|inho|inha)|gat(?:o|a|inho|inha)|bicho|trabalho)|(?:[eé]s|(?:voc[eê]|vc|tu)\s+[eé]s?)\s+(?:[oa]\s+(?:melhor|maior|mais\s+\p{L}+)|(?:muito|t[aã]o|super)\s+\p{L}+|demais|incr[ií]vel|ador[aá]vel|o\s+m[aá]ximo|uma?\s+(?:amor|fofura|campe[aã]o?|g[eé]nio|gracinha)|lind[oa]|fof[oa]|maravilhos[oa])|que\s+(?:lind[oa]|fof[oa]|giro|gira|bonit[oa]|espert[oa]|gracinha|fofura|amor)|(?:muito\s+bem|parab[eé]ns|bravo|mandou\s+bem|boa(?=[^\p{L}]*$))|bem\s+feito|lindinh[oa]|fofinh[oa])(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:e|mas|ah|oh|ok|u[eé]|ora|ent[aã]o)[\s,]+){0,3}(?:(?:(?:mas|isso|e)\s+)?por\s?qu[eê](?:\s+(?:n[aã]o|isso|assim|sim|tanto|(?:[eé]\s+que\s+)?(?:dizes|fazes|gostas|voc[eê]\s+(?:diz|faz|gosta))\s+(?:d?isso)(?:\s+tanto)?|ser[aá]))?|como\s+assim|qual\s+(?:[eé]\s+)?(?:a\s+raz[aã]o|o\s+motivo))${end}`,
    more: String.raw`${start}(?:(?:e|ah|oh|ok|ent[aã]o|v[aá]|por\s+favor|vai)[\s,]+){0,3}(?:(?:me\s+)?(?:conta|conte|fala|fale|diz|diga|explica|explique|podes\s+contar|pode\s+(?:me\s+)?contar|quero\s+saber)(?:-me|\s+me)?\s+(?:um\s+pouco\s+|um\s+bocadinho\s+|muito\s+)?mais(?:\s+(?:coisas|detalhes))?(?:\s+(?:sobre|acerca\s+d?)\s*isso|\s+disso)?|(?:o\s+)?qu[eê]\s+mais|(?:mais\s+)?alguma\s+coisa(?:\s+mais)?|algo\s+mais|(?:tem|h[aá])\s+mais|s[oó]\s+isso|mais(?:\s+(?:detalhes|coisas|um\s+pouco))?|continua|continue|e\s+depois)(?:[\s,]+por\s+favor)?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!-])?(?:e\s+(?:tu|voc[eê]|vc|a?\s?ti|contigo|com\s+voc[eê]|para\s+ti|pra\s+voc[eê]|(?:o\s+)?(?:teu|seu)\s+lado|por\s+a[ií])|tamb[eé]m\s+tu)(?:[\s,]+(?:que\s+(?:dizes|achas|acha)|o\s+que\s+(?:acha|achas)|tudo\s+bem|como\s+(?:est[aá]s?|vai)))?(?:,\s*\p{L}+)?${end}`,
    firstPerson: String.raw`^(?![\s\S]*(?<!\p{L})(?:meu|minha|nosso|nossa)\s+(?:\p{L}+\s+)?(?:c[aã]o|cadela|cachorr[oa]|cachorrinh[oa]|c[aã]ozinho|gat[oa]|gatinh[oa]|bicho|animal|pet|coelh[oa]|cavalo|[eé]gua|papagaio|tartaruga|peixe|p[aá]ssaro|can[aá]rio|hamster)(?!\p{L}))[\s\S]*(?<!\p{L})(?:eu|me|mim|comigo|meus?|minhas?|sou|estou|tô|tenho|vivo|moro|durmo|quero|prefiro|adoro|amo|odeio|detesto|gosto\s+(?:muito\s+|mais\s+|tanto\s+|imenso\s+)?d[eoa]s?|corro|ladro|mio|vou|vejo|fa[cç]o|posso|sei|nasci|conhe[cç]o|saio|venho|persigo|mordo|nado|fico|brinco|pulo|fujo|roubo|escondo|bebo|como(?=\s+(?:de\s+tudo|muito|pouco|duas|tr[eê]s|ra[cç][aã]o|frango|carne|peixe|arroz|fruta|legumes)(?!\p{L})))(?!\p{L})`,
    personal: String.raw`(?<!\p{L})(?:(?:meus?|minhas?)\s+(?!(?:amor|amorzinho|vida|querid[oa]|anjo|beb[eê]|lind[oa]|rei|rainha|cora[cç][aã]o|tesouro|amig(?:o|a|ão)|c[aã]o|cachorr\p{L}+|gat\p{L}+|menin[oa]|filh(?:o|a|ote))(?!\p{L}))\p{L}+|eu(?!\s+(?:te|quero\s+saber|gostava\s+de\s+saber|gostaria\s+de\s+saber)(?!\p{L}))|coloquei|deixei|perdi|esqueci|guardei|pus|devo|deveria|devia|estou|tenho|sou|nasci|me\s+(?:sinto|chamo|preocupa|d[oó]i|casei)|sinto-me|chamo-me|noss[oa]s?)(?!\p{L})`,
  },
};
