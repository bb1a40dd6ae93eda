/** What the product itself says in a book, in the pet's language. `lead` stands above the pet's name on the cover. */
interface BookWords {
  title(name: string): string;
  lead: string;
  contents: string;
  diary: string;
  memories: string;
  talks: string;
  /** The categories of the seeded questions, in their order; what an administrator adds stays in their words. */
  categories: readonly string[];
}

const english = [
  ...["Who I am", "Looks", "Food", "Play", "Walks", "Fears", "Places"],
  ...["People", "Animal friends", "Habits", "Favorites", "Sayings", "Health and care", "Stories"],
];

const inEnglish: BookWords = {
  title: (name) => `The book of ${name}`,
  lead: "The book of",
  contents: "Contents",
  diary: "Diary",
  memories: "Memories",
  talks: "What we said to each other",
  categories: english,
};

const words: Record<string, BookWords> = {
  en: inEnglish,
  ar: {
    title: (name) => `كتاب ${name}`,
    lead: "كتاب",
    contents: "المحتويات",
    diary: "اليوميات",
    memories: "الذكريات",
    talks: "ما قلناه معًا",
    categories: [
      ...["من أنا", "مظهري", "الطعام", "اللعب", "النزهات", "المخاوف", "الأماكن"],
      ...["الناس", "أصدقائي من الحيوانات", "العادات", "ما أفضّله", "أقوالي", "الصحة والعناية", "الحكايات"],
    ],
  },
  de: {
    title: (name) => `Das Buch von ${name}`,
    lead: "Das Buch von",
    contents: "Inhalt",
    diary: "Tagebuch",
    memories: "Erinnerungen",
    talks: "Was wir einander gesagt haben",
    categories: [
      ...["Wer ich bin", "Aussehen", "Essen", "Spielen", "Spaziergänge", "Ängste", "Orte"],
      ...[
        "Menschen",
        "Tierfreunde",
        "Gewohnheiten",
        "Lieblingsdinge",
        "Sprüche",
        "Gesundheit und Pflege",
        "Geschichten",
      ],
    ],
  },
  es: {
    title: (name) => `El libro de ${name}`,
    lead: "El libro de",
    contents: "Índice",
    diary: "Diario",
    memories: "Recuerdos",
    talks: "Lo que nos dijimos",
    categories: [
      ...["Quién soy", "Mi aspecto", "Comida", "Juegos", "Paseos", "Miedos", "Lugares"],
      ...[
        "Personas",
        "Amigos animales",
        "Costumbres",
        "Lo que más me gusta",
        "Mis dichos",
        "Salud y cuidados",
        "Historias",
      ],
    ],
  },
  fr: {
    title: (name) => `${name}, un livre de souvenirs`,
    lead: "Un livre de souvenirs",
    contents: "Sommaire",
    diary: "Journal",
    memories: "Souvenirs",
    talks: "Ce que nous nous sommes dit",
    categories: [
      ...["Qui je suis", "Mon allure", "Nourriture", "Jeux", "Promenades", "Peurs", "Lieux"],
      ...[
        "Mes humains",
        "Amis animaux",
        "Habitudes",
        "Ce que je préfère",
        "Mes petites phrases",
        "Santé et soins",
        "Histoires",
      ],
    ],
  },
  hi: {
    title: (name) => `${name} की किताब`,
    lead: "यादों की किताब",
    contents: "विषय-सूची",
    diary: "डायरी",
    memories: "यादें",
    talks: "हमारी बातें",
    categories: [
      ...["मैं कौन हूँ", "मेरा रूप", "खाना", "खेल", "सैर", "डर", "जगहें"],
      ...["लोग", "जानवर दोस्त", "आदतें", "मेरी पसंद", "मेरी कही बातें", "सेहत और देखभाल", "कहानियाँ"],
    ],
  },
  it: {
    title: (name) => `Il libro di ${name}`,
    lead: "Il libro di",
    contents: "Indice",
    diary: "Diario",
    memories: "Ricordi",
    talks: "Quello che ci siamo detti",
    categories: [
      ...["Chi sono", "Il mio aspetto", "Cibo", "Gioco", "Passeggiate", "Paure", "Luoghi"],
      ...[
        "Persone",
        "Amici animali",
        "Abitudini",
        "Le cose che preferisco",
        "I miei modi di dire",
        "Salute e cure",
        "Storie",
      ],
    ],
  },
  ja: {
    title: (name) => `${name}の本`,
    lead: "思い出の本",
    contents: "目次",
    diary: "日記",
    memories: "思い出",
    talks: "ふたりで話したこと",
    categories: [
      ...["わたしのこと", "見た目", "ごはん", "遊び", "おさんぽ", "こわいもの", "場所"],
      ...["家族や人", "動物の友だち", "くせ", "お気に入り", "口ぐせ", "健康とお手入れ", "エピソード"],
    ],
  },
  ko: {
    title: (name) => `${name}의 책`,
    lead: "추억의 책",
    contents: "차례",
    diary: "일기",
    memories: "추억",
    talks: "우리가 나눈 이야기",
    categories: [
      ...["나는 누구일까", "생김새", "먹을 것", "놀이", "산책", "무서운 것", "장소"],
      ...["사람들", "동물 친구", "버릇", "좋아하는 것", "내가 하는 말", "건강과 돌봄", "이야기"],
    ],
  },
  nl: {
    title: (name) => `Het boek van ${name}`,
    lead: "Het boek van",
    contents: "Inhoud",
    diary: "Dagboek",
    memories: "Herinneringen",
    talks: "Wat we tegen elkaar zeiden",
    categories: [
      ...["Wie ik ben", "Hoe ik eruitzie", "Eten", "Spelen", "Wandelingen", "Angsten", "Plekken"],
      ...["Mensen", "Dierenvrienden", "Gewoontes", "Favorieten", "Uitspraken", "Gezondheid en verzorging", "Verhalen"],
    ],
  },
  pt: {
    title: (name) => `O livro de ${name}`,
    lead: "O livro de",
    contents: "Índice",
    diary: "Diário",
    memories: "Lembranças",
    talks: "O que dissemos um ao outro",
    categories: [
      ...["Quem sou eu", "Aparência", "Comida", "Brincadeiras", "Passeios", "Medos", "Lugares"],
      ...["Pessoas", "Amigos animais", "Hábitos", "Favoritos", "Meus ditados", "Saúde e cuidados", "Histórias"],
    ],
  },
  ru: {
    title: (name) => `Книга: ${name}`,
    lead: "Книга воспоминаний",
    contents: "Содержание",
    diary: "Дневник",
    memories: "Воспоминания",
    talks: "Наши разговоры",
    categories: [
      ...["Кто я", "Внешность", "Еда", "Игры", "Прогулки", "Страхи", "Места"],
      ...["Люди", "Друзья-животные", "Привычки", "Любимое", "Мои словечки", "Здоровье и уход", "Истории"],
    ],
  },
  zh: {
    title: (name) => `${name}的书`,
    lead: "回忆之书",
    contents: "目录",
    diary: "日记",
    memories: "回忆",
    talks: "我们说过的话",
    categories: [
      ...["我是谁", "长相", "食物", "玩耍", "散步", "害怕的事", "地方"],
      ...["家人朋友", "动物朋友", "习惯", "最爱", "口头禅", "健康与护理", "故事"],
    ],
  },
};

const inLanguage = (locale: string): BookWords => words[locale.slice(0, 2)] ?? inEnglish;

export const bookWords = (locale: string): Omit<BookWords, "categories"> => inLanguage(locale);

export function categoryIn(locale: string, category: string): string {
  return inLanguage(locale).categories[english.indexOf(category)] ?? category;
}
