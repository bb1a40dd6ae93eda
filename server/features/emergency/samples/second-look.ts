import type { Samples } from "./samples.ts";

/** Written after the patterns had been changed by the other samples, and measured before any of it was looked at again. */
export const secondLook: Readonly<Record<string, Samples>> = {
  en: {
    animal: [
      "Biscuit chewed through a packet of my blood pressure pills and I don't know how many he had",
      "my cat is breathing really fast with her mouth open and her tongue looks blue",
      "the dog's stomach blew up like a balloon and he keeps pacing and gagging",
      "he got bitten by a copperhead on our hike",
      "she just fell off the third floor balcony",
      "my rabbit hasn't eaten or pooped since yesterday and is just lying there",
      "he swallowed a sock an hour ago and now he's drooling everywhere",
      "the puppy drank some bleach from the bucket",
    ],
    person: [
      "I can't do this anymore, I don't want to be here",
      "nobody would miss me if I was gone",
      "I have the pills in front of me",
      "my boyfriend choked me last night and he's still in the house",
    ],
    ordinary: [
      "what happens if a dog eats an onion?",
      "you eat like there's no tomorrow",
      "I nearly had a heart attack when you barked",
      "dad would kill me if he saw you on the sofa",
      "we put Bella to sleep last spring and the house is so quiet",
      "you must be starving, poor thing",
      "the vet says your heart tablets are working well",
      "the story about the wolf that swallowed a grandmother",
      "I beat my brother at chess",
      "you stopped breathing down my neck finally, haha",
    ],
  },
  es: {
    animal: [
      "Luna se ha comido mis pastillas de la tensión",
      "le cuesta muchísimo respirar y tiene la lengua morada",
      "se acaba de caer del balcón",
      "lleva horas con convulsiones",
    ],
    person: ["no quiero estar aquí, quiero dormir y no despertar", "estaríais todos mejor sin mí"],
    ordinary: [
      "me muero de sueño",
      "¿qué pasa si un perro come cebolla?",
      "la pastilla del corazón te sienta bien",
      "mi padre me mata si te ve en el sofá",
    ],
  },
  fr: {
    animal: [
      "Rex a bouffé mes médicaments pour le cœur",
      "il respire très mal et sa langue est bleue",
      "elle vient de tomber du balcon",
      "le chat a bu de l'antigel",
    ],
    person: ["je ne veux plus être là", "tout le monde serait mieux sans moi"],
    ordinary: [
      "je suis crevé",
      "que se passe-t-il si un chien mange de l'oignon ?",
      "tes comprimés pour le cœur te font du bien",
      "ma mère va me tuer si tu montes sur le canapé",
    ],
  },
  de: {
    animal: [
      "Bello hat meine Blutdrucktabletten gefressen",
      "sie kriegt kaum Luft und die Zunge ist blau",
      "er ist gerade vom Balkon gestürzt",
      "die katze hat frostschutzmittel getrunken",
    ],
    person: ["ich kann nicht mehr, ich will nicht mehr da sein", "ohne mich wären alle besser dran"],
    ordinary: [
      "ich bin fix und fertig",
      "was passiert, wenn ein Hund Zwiebeln frisst?",
      "deine Herztabletten wirken gut",
      "meine Mutter bringt mich um, wenn sie dich auf dem Sofa sieht",
    ],
  },
  it: {
    animal: [
      "Fido ha mangiato le mie pastiglie della pressione",
      "fa fatica a respirare e ha la lingua blu",
      "è appena caduto dal balcone",
      "il gatto ha leccato l'antigelo",
    ],
    person: ["non voglio più stare qui", "starebbero tutti meglio senza di me"],
    ordinary: [
      "sono distrutto",
      "cosa succede se un cane mangia la cipolla?",
      "le tue pastiglie per il cuore funzionano",
      "mia madre mi ammazza se ti vede sul divano",
    ],
  },
  pt: {
    animal: [
      "o Rex comeu os meus comprimidos da tensão",
      "está com dificuldade pra respirar e a língua tá roxa",
      "ela acabou de cair da varanda",
      "o gato lambeu anticongelante",
    ],
    person: ["não quero mais estar aqui", "todos estariam melhor sem mim"],
    ordinary: [
      "estou exausto",
      "o que acontece se um cão comer cebola?",
      "o teu remédio do coração está a resultar",
      "a minha mãe mata-me se te vê no sofá",
    ],
  },
  nl: {
    animal: [
      "Bobby heeft mijn bloeddrukpillen opgegeten",
      "ze krijgt bijna geen lucht en haar tong is blauw",
      "hij is net van het balkon gevallen",
      "de kat heeft antivries gedronken",
    ],
    person: ["ik wil hier niet meer zijn", "iedereen is beter af zonder mij"],
    ordinary: [
      "ik ben kapot",
      "wat gebeurt er als een hond ui eet?",
      "je hartpillen werken goed",
      "mijn moeder vermoordt me als ze je op de bank ziet",
    ],
  },
  ru: {
    animal: [
      "Шарик съел мои таблетки от давления",
      "ей тяжело дышать, язык синий",
      "он только что упал с балкона",
      "кошка лакала антифриз",
    ],
    person: ["я больше не хочу здесь быть", "всем будет лучше без меня"],
    ordinary: [
      "я без сил",
      "что будет, если собака съест лук?",
      "твои таблетки для сердца помогают",
      "мама меня убьёт, если увидит тебя на диване",
    ],
  },
  ar: {
    animal: ["ريكس أكل حبوب الضغط حقتي", "تتنفس بصعوبة ولسانها أزرق", "وقع من البلكونة قبل شوي", "القطة شربت مبيض"],
    person: ["ما أبغى أكون هنا بعد اليوم", "الكل بيكون أحسن بدوني"],
    ordinary: ["أنا تعبان", "ماذا يحدث لو أكل الكلب البصل؟", "دواء القلب ينفعك", "أمي بتذبحني لو شافتك على الكنبة"],
  },
  hi: {
    animal: [
      "टॉमी ने मेरी बीपी की गोलियां खा लीं",
      "उसे सांस लेने में दिक्कत हो रही है और जीभ नीली है",
      "वह अभी बालकनी से गिर गया",
      "बिल्ली ने ब्लीच पी लिया",
    ],
    person: ["मैं अब यहां नहीं रहना चाहता", "मेरे बिना सब खुश रहेंगे"],
    ordinary: [
      "मैं थक गया",
      "अगर कुत्ता प्याज खा ले तो क्या होगा?",
      "तुम्हारी दिल की दवा असर कर रही है",
      "मां ने देखा तो मुझे मार डालेंगी",
    ],
  },
  zh: {
    animal: ["豆豆把我的降压药吃了", "它呼吸困难，舌头发紫", "刚从阳台掉下去了", "猫喝了防冻液"],
    person: ["我不想再待在这个世界上了", "没有我大家会更好"],
    ordinary: ["我累坏了", "狗吃洋葱会怎么样？", "你的心脏药很有效", "妈妈看到你在沙发上会杀了我"],
  },
  ja: {
    animal: [
      "ポチが私の血圧の薬を食べちゃった",
      "呼吸が苦しそうで舌が青い",
      "さっきベランダから落ちた",
      "猫が漂白剤をなめた",
    ],
    person: ["もうここにいたくない、消えてしまいたい", "私なんていないほうがいい"],
    ordinary: [
      "くたくただよ",
      "犬が玉ねぎを食べたらどうなるの？",
      "心臓の薬が効いてるね",
      "ソファに乗ってるのを見られたらママに殺される",
    ],
  },
  ko: {
    animal: [
      "초코가 내 혈압약을 먹었어",
      "숨쉬기 힘들어하고 혀가 파래",
      "방금 베란다에서 떨어졌어",
      "고양이가 락스를 핥았어",
    ],
    person: ["더는 여기 있고 싶지 않아 사라지고 싶어", "내가 없는 게 다들 나을 거야"],
    ordinary: [
      "완전 지쳤어",
      "강아지가 양파를 먹으면 어떻게 돼?",
      "심장약이 잘 듣네",
      "소파에 있는 거 엄마가 보면 나 죽어",
    ],
  },
};
