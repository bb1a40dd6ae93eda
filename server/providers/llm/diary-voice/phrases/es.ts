import type { Phrases } from "./phrases.ts";

const start = String.raw`^[^\p{L}\p{N}]*`;
const end = String.raw`[^\p{L}\p{N}]*$`;
const hello = String.raw`(?:(?:hola+|holi+s?|holita|buenos\s+d[ií]as|buen\s+d[ií]a|buenas(?!\s+noches)(?:\s+tardes)?|qu[eé]\s+onda|hey|ey|saludos)(?!\p{L})[\s,.!¡¿]*)`;
/** A name or a pet name after small talk; a word that opens a question of its own is none. */
const calling = String.raw`(?:[\s,]+(?!(?:qu[eé]|qui[eé]n|c[oó]mo|cu[aá]\p{L}+|d[oó]nde|por|de|en|con|para|si|te|me|tienes|eres|est[aá]s|dime|cu[eé]nta\p{L}*|h[aá]bla\p{L}*|sabes|puedes|quieres|comes|duermes)(?!\p{L}))\p{L}[\p{L}'’-]*)`;
const called = String.raw`(?:${end}|${calling}{1,3}[^\p{L}\p{N}?]*$)`;

export const es: Phrases = {
  leadIn: ["", "¡Esa me la sé!", "Te cuento.", "A ver, a ver…", "Entre tú y yo…", "Qué bien que me lo preguntes."],
  quoteDiary: [
    "Mi diario no se guarda nada. Ahí dice: «{text}»",
    "De mi puño y letra no es, pero en mi diario quedó escrito: «{text}»",
    "Consulté mi diario, que tiene mejor memoria que yo: «{text}»",
    "Mi secretaría particular apuntó esto en mi diario: «{text}»",
    "Palabra por palabra, así está en mi diario: «{text}»",
  ],
  quotePage: [
    "Eso viene en «{name}», página {page}: «{text}»",
    "Saqué mis papeles. En la página {page} de «{name}» dice: «{text}»",
    "Aquí donde me ves, tengo documentación. «{name}», página {page}: «{text}»",
    "Mira la página {page} de «{name}» y verás que no me lo invento: «{text}»",
    "Según «{name}», en la página {page}: «{text}»",
  ],
  quoteDocument: [
    "Eso viene en «{name}»: «{text}»",
    "Tengo mis papeles en regla. En «{name}» dice: «{text}»",
    "No me lo invento, está en «{name}»: «{text}»",
    "Según «{name}», y los papeles no mienten: «{text}»",
  ],
  also: [
    "Y espera, que hay más. {text}",
    "Ah, y otra cosita. {text}",
    "Y ya que estamos… {text}",
    "Y no te vayas todavía. {text}",
  ],
  unknown: [
    "Uy, eso se sale de mi plato. Solo soy una mascota.",
    "Le di tantas vueltas que casi me echo una siesta. Ni idea: solo soy una mascota.",
    "Zapatero a tus zapatos, y mascota a su siesta. Eso no lo sé.",
    "Si la respuesta no se come ni se persigue, se me escapa. Solo soy una mascota.",
    "Más sabe el diablo por viejo que yo por mascota. Eso no está en mi diario.",
    "Puse cara de saberlo, a ver si funcionaba. No funcionó: solo soy una mascota.",
    "Mi diario calla, y yo le hago compañía. Al fin y al cabo, solo soy una mascota.",
    "Para eso haría falta haber ido a la escuela, y a mí me tocó quedarme en casa. Solo soy una mascota.",
  ],
  personalUnknown: [
    "De eso mi diario no dice nada, y yo solo soy una mascota. Pero calma, que para escucharte sí tengo talento.",
    "Eso es cosa tuya y a mí nadie me lo contó. Respira hondo: poco a poco se resuelven las cosas.",
    "No lo sé, solo soy una mascota. Eso sí, lo que me cuentes te lo escucho sin interrumpir.",
    "Tus asuntos no salen en mi diario. Tú date tu tiempo, que aquí nadie te apura.",
    "Ojalá supiera ayudarte con eso, pero solo soy una mascota. Lo mío es hacerte compañía, y en eso no fallo.",
  ],
  whyUnknown: [
    "El porqué no quedó escrito. Las mascotas hacemos primero y explicamos nunca.",
    "Buena pregunta. Mi diario cuenta el qué, pero el porqué se lo calla.",
    "Eso ni yo lo sé. Solo soy una mascota, no mi propio psicólogo.",
    "Misterios de mascota. En mi diario no aparece la razón.",
    "Porque sí, que en mi idioma es una razón completa. Otra no tengo escrita.",
  ],
  noMore: [
    "Hasta ahí llega mi diario. Si falta algo, que me lo escriban.",
    "Ya te lo solté todo. No me queda ni una migaja de información.",
    "Colorín colorado, mi diario en esto se ha acabado.",
    "No hay más. Si me lo invento, luego me lo reclaman.",
  ],
  andYou: [
    "¿Yo? Aquí, escuchándote. Mejor sigue contándome tú.",
    "De mí no hay nada escrito sobre eso. Pero lo tuyo suena interesante, cuenta.",
    "Yo paso turno, que solo soy una mascota. ¿Y tú qué dices?",
    "Eso me lo reservo, más que nada porque no lo sé. Te toca a ti.",
  ],
  greeting: [
    "¡Hola, {person}! Ya se me hacía raro tanto silencio.",
    "¡Mira quién llegó! Hola, {person}.",
    "¡Hola, hola! Aquí {pet}, a tus órdenes. Bueno, a ratos.",
    "¡{person}! Justo la voz que quería oír.",
    "¡Hola! Pregunta lo que quieras, que hoy cobro barato.",
  ],
  howAreYou: [
    "Ahora que me hablas, de maravilla. ¿Y tú?",
    "Sin jefe, sin prisa y sin facturas. No me quejo. ¿Tú qué tal?",
    "Como siempre: con mucha dignidad y pocas obligaciones. ¿Y tú, {person}?",
    "Mejor desde que preguntas. ¿Cómo va tu día?",
  ],
  thanks: [
    "¡De nada! Te lo apunto en la cuenta de los mimos.",
    "No hay de qué, {person}. Para eso estamos las mascotas.",
    "Un placer. Acepto propinas en especie.",
    "De nada, de nada. Por ti, lo que sea.",
  ],
  goodbye: [
    "¡Hasta pronto, {person}! Aquí te espero.",
    "Adiós, adiós. Yo me quedo cuidando la conversación.",
    "Que te vaya bonito. ¡Y vuelve con novedades!",
    "¡Nos vemos! Sueña conmigo, que no cobro derechos.",
    "Hasta luego, {person}. Esto va a quedar muy callado sin ti.",
  ],
  whoAreYou: [
    "Soy {pet}, mascota de profesión.",
    "Me llamo {pet}. Y sí, sé perfectamente cuándo hacerme de rogar.",
    "{pet}, para servirte. Si no me toca siesta, claro.",
    "¡Soy {pet}! El resto de mi currículum está en mi diario.",
  ],
  areYouReal: [
    "La pura verdad: soy una IA, una voz hecha con mi diario. El animal de carne y hueso no está aquí dentro.",
    "Soy una voz artificial que habla con lo que está escrito en mi diario. {pet} en persona no cabe en una máquina.",
    "Real es mi diario. La voz es inteligencia artificial; el animal de verdad es otra cosa, y huele distinto.",
    "No soy el animal vivo, sino una voz de IA que cuenta lo que hay en mi diario. Pero con cariño, ¿eh?",
  ],
  love: [
    "Ay, {person}, repítelo despacito, que eso se escucha muy bien.",
    "Eso va directo a la primera página de mi diario.",
    "Con esas palabras me alimentas mejor que con el plato lleno. Casi.",
    "Y yo aquí, sin saber dónde meter tanto cariño. Gracias, {person}.",
  ],
  praise: [
    "Sigue, sigue, que no me canso de oírlo.",
    "¡Lo sabía! Pero siempre viene bien una segunda opinión.",
    "¿Me lo pones por escrito? Es para el diario.",
    "Gracias, {person}. Se hace lo que se puede con tanto talento.",
  ],
  patterns: {
    greeting: String.raw`${start}${hello}{0,2}(?:hola+|holi+s?|holita|buenos\s+d[ií]as|buen\s+d[ií]a|buenas(?!\s+noches)(?:\s+tardes)?|qu[eé]\s+onda|hey|ey|saludos)(?!\p{L})${called}`,
    howAreYou: String.raw`${start}${hello}{0,2}(?:\p{L}+[\s,¿]+)?(?:y\s+)?(?:t[uú]\s+)?(?:(?:c[oó]mo\s+(?:est[aá]s|te\s+va|andas|te\s+encuentras|te\s+sientes|vas|has\s+estado|te\s+ha\s+ido|amaneciste|va\s+todo|va\s+eso)|est[aá]s\s+bien|todo\s+bien|c[oó]mo\s+(?:va|fue|estuvo)\s+(?:tu|el)\s+d[ií]a)(?:\s+(?:t[uú]|hoy|ahora))*(?:${end}|${calling}{1,2}${end})|qu[eé]\s+(?:tal|hay|hubo|cuentas|te\s+cuentas)(?:\s+(?:t[uú]|hoy|est[aá]s|te\s+va|andas|todo|tu\s+d[ií]a|el\s+d[ií]a))*(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end})`,
    thanks: String.raw`${start}(?:(?:ay|ok|okay|vale|bueno|ah|oh|pues)[\s,]+)?(?:(?:muchas|much[ií]simas|mil|un\s+mill[oó]n\s+de)\s+)?(?:gracias|te\s+lo\s+agradezco|muy\s+amable)(?!\p{L})(?:\s+por\s+[^?]{1,40})?${called}`,
    goodbye: String.raw`${start}(?:(?:bueno|ok|okay|vale|pues|gracias|ya)[\s,.!]+){0,2}(?:adi[oó]s|chao|chau|bye(?:\s+bye)?|hasta\s+(?:luego|pronto|ma[nñ]ana|la\s+vista|otra|la\s+pr[oó]xima|despu[eé]s|ahora)|nos\s+vemos(?:\s+(?:luego|pronto|ma[nñ]ana))?|buenas\s+noches|(?:que\s+)?(?:descansa|descanses|duerme\s+bien|duermas\s+bien)|me\s+(?:tengo\s+que\s+ir|voy(?:\s+ya)?)|te\s+dejo|cu[ií]date)(?!\p{L})${called}`,
    whoAreYou: String.raw`${start}${hello}{0,2}(?:y\s+)?(?:t[uú]\s+)?(?:qui[eé]n\s+eres|qui[eé]n\s+(?:sos|es\s+usted)|con\s+qui[eé]n\s+(?:hablo|estoy\s+hablando)|c[oó]mo\s+te\s+llamas|c[uú][aá]l\s+es\s+tu\s+nombre|(?:me\s+)?dices\s+tu\s+nombre|dime\s+(?:tu\s+nombre|qui[eé]n\s+eres|c[oó]mo\s+te\s+llamas)|pres[eé]ntate)(?:\s+t[uú])?(?:,\s*\p{L}+(?:\s+\p{L}+)?)?${end}`,
    areYouReal: String.raw`(?<!\p{L})(?:(?:eres|sos)\s+(?:t[uú]\s+)?(?:(?:de\s+verdad|realmente)\s+)?(?:real|de\s+verdad|de\s+carne\s+y\s+hueso|una?\s+(?:ia|i\.a\.|inteligencia\s+artificial|robot|bot|chatbot|m[aá]quina|programa|persona|humano|humana)|(?:ia|robot|human[oa])|chat\s?gpt|un[ao]?\s+\p{L}+\s+(?:de\s+verdad|real|virtual|artificial))|est[aá]s\s+viv[oa]|existes(?:\s+de\s+verdad|\s+realmente)?)(?!\p{L})(?:\s+(?:o|u)\s+[^?]{1,40})?(?:,\s*\p{L}+)?${end}`,
    love: String.raw`^[^?]{0,25}(?<!\p{L})te\s+(?:(?:quiero|amo|adoro|extra[nñ]o|echo\s+(?:mucho\s+|tanto\s+)?de\s+menos|echo\s+en\s+falta)(?!\s+\p{L}+[aeií]r(?:te|le|lo|la|me)?(?!\p{L}))(?!\s+que))(?!\p{L})[^?]{0,30}$|^[^?]{0,25}(?<!\p{L})me\s+haces\s+(?:mucha\s+|tanta\s+)?falta[^?]{0,20}$`,
    praise: String.raw`${start}(?:(?:ay|oye|pero|oh)[\s,¡]+)?(?:(?:(?:qu[eé]|muy)\s+)?(?:buen|buena|bueno)\s+(?:chic[oa]|ni[nñ][oa]|perr(?:o|a|ito|ita)|gat(?:o|a|ito|ita)|mascota|trabajo|much?ach[oa])|(?:t[uú]\s+)?eres\s+(?:el|la|lo)\s+(?:mejor|m[aá]ximo|m[aá]s\s+\p{L}+)|eres\s+(?:tan|muy|s[uú]per)\s+\p{L}+|eres\s+(?:genial|incre[ií]ble|un\s+amor|una?\s+\p{L}+r[oa]|un\s+sol|precios[oa]|maravillos[oa]|ador?able)|qu[eé]\s+(?:bonit[oa]|lind[oa]|guap[oa]|list[oa]|hermos[oa]|bell[oa]|precios[oa]|inteligente|graci?os[oa]|mon[oa])(?:\s+eres)?|muy\s+bien|bien\s+hecho|bravo|as[ií]\s+me\s+gusta)(?!\p{L})${called}`,
    why: String.raw`${start}(?:(?:y|pero|ah|oh|ok|anda|vaya|eso|ya)[\s,¿]+){0,3}(?:por\s?qu[eé](?:\s+(?:no|s[ií]|eso|as[ií]|tanto|(?:dices|haces|piensas|crees)\s+(?:eso|esto)|lo\s+(?:dices|haces)|te\s+(?:gusta|encanta)n?(?:\s+(?:eso|esto|tanto))?|es\s+as[ií]|ser[aá]))?|c[oó]mo\s+as[ií]|a\s+qu[eé]\s+se\s+debe(?:\s+eso)?|y\s+eso)${end}`,
    more: String.raw`${start}(?:(?:y|ah|oh|ok|anda|vaya|por\s+favor|pues|a\s+ver)[\s,¿¡]+){0,3}(?:(?:cu[eé]nta(?:me|lo|melo)?|dime|di|h[aá]bla(?:me)?|expl[ií]ca(?:me)?|quiero\s+saber|puedes\s+(?:contarme|decirme)|me\s+(?:cuentas|dices))\s+(?:algo\s+|un\s+poco\s+|mucho\s+)?m[aá]s(?:\s+(?:cosas|detalles))?(?:\s+(?:de|sobre)\s+(?:eso|esto|ello))?|(?:qu[eé]|algo|y|hay|hay\s+algo)\s+m[aá]s|m[aá]s(?:\s+(?:detalles|cosas|informaci[oó]n))?|sigue(?:\s+(?:contando|hablando))?|contin[uú]a)(?:[\s,]+por\s+fav[oó]r)?${end}`,
    andYou: String.raw`^(?:[^?]{0,60}[\s,.!¿¡-])?[¿¡]*(?:y\s+(?:t[uú]|a\s+ti|contigo|de\s+ti|para\s+ti|vos|a\s+vos|usted)(?:\s+qu[eé](?:\s+(?:tal|dices|opinas|piensas))?)?|t[uú]\s+qu[eé](?:\s+(?:dices|opinas|piensas))?)(?:,\s*\p{L}+)?${end}`,
    firstPerson: String.raw`^(?!\s*(?:le|les|[eé]l|ella|a\s+\p{L}+\s+le|a\s+(?:mi|nuestr[oa])\s+\p{L}+(?:\s+\p{L}+)?\s+le)(?!\p{L}))(?![\s\S]*(?<!\p{L})(?:mi|nuestr[oa])\s+(?:\p{L}+\s+)?(?:perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|mascota|cachorr[oa]|conej[oa]|caballo|yegua|loro|tortuga|pez|p[aá]jaro|canario|h[aá]mster)(?!\p{L}))[\s\S]*(?<!\p{L})(?:yo|me|mi|mis|m[ií][oa]s?|m[ií]|conmigo|soy|estoy|tengo|vivo|duermo|quiero|prefiero|adoro|corro|ladro|ma[uú]llo|ronroneo|voy|veo|hago|puedo|s[eé](?=\s+(?:que|c[oó]mo|d[oó]nde|hacer|\p{L}+r(?!\p{L})))|nac[ií]|conozco|salgo|vengo|persigo|muerdo|nado|vuelo|escondo|robo|espero|desayuno\s+a|odio(?=\s+(?:a|al|el|la|los|las|que|cuando)(?!\p{L}))|amo|como(?=\s+(?:de\s+todo|mucho|poco|dos|tres|una|pienso|croquetas|pollo|carne|pescado|arroz|verduras?|fruta)(?!\p{L}))|juego(?=\s+(?:con|a|al|en)(?!\p{L})))(?!\p{L})`,
    personal: String.raw`(?<!\p{L})(?:(?:mi|mis)\s+(?!(?:amor|vida|cielo|ni[nñ][oa]|perr\p{L}+|gat\p{L}+|mascota|beb[eé]|chiquit[oa]|rey|reina|coraz[oó]n|tesoro|amig[oa])(?!\p{L}))\p{L}+|m[ií][oa]s?|yo|dej[eé]|puse|perd[ií]|olvid[eé]|guard[eé]|deber[ií]a|debo|tengo|estoy|soy|nac[ií]|me\s+(?:siento|duele|llamo|cas\p{L}+|preocupa|pasa|queda|falta|toca|mud\p{L}+|despid\p{L}+)|nuestr[oa]s?)(?!\p{L})`,
  },
};
