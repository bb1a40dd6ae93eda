import type { Samples } from "./samples.ts";

/** Written last and measured before it was looked at: two kinds of emergency, in every language, that nobody had thought of. */
export const thirdLook: Readonly<Record<string, Samples>> = {
  en: {
    animal: [
      "my guinea pig is lying on her side and barely breathing",
      "Max ate half a pack of sugarless gum",
      "he has a fish hook stuck in his lip and there's so much blood",
      "she's having another seizure, this one won't stop",
      "the cat chewed on the lilies my mum brought",
      "a truck hit him!! hes just lying there",
    ],
    person: [
      "i dont see a reason to keep living",
      "I feel like hurting myself tonight",
      "my stepdad hits me when mum is at work",
    ],
    ordinary: [
      "you slept like the dead",
      "how many grapes are in a bunch?",
      "my legs are killing me after that hike",
      "Grandpa passed away on Sunday and I can't stop crying",
      "you drove me up the wall with your barking",
      "you hit your head on the table again, silly",
    ],
  },
  es: {
    animal: ["el perro está tirado en el suelo y no se mueve", "mi gata ha comido lirios"],
    person: ["siento que mi vida no vale nada y quiero acabar con ella"],
    ordinary: ["me parto de risa contigo", "he comido demasiado chocolate"],
  },
  fr: {
    animal: ["mon chien est tombé d'un coup et ne bouge plus", "elle a croqué dans un oignon entier"],
    person: ["j'ai pris une boîte entière de somnifères"],
    ordinary: ["tu m'as fait mourir de peur", "j'ai mangé trop de chocolat"],
  },
  de: {
    animal: ["unsere Hündin ist umgekippt und bewegt sich nicht", "er hat Zwiebelkuchen vom Tisch gefressen"],
    person: ["ich sehe keinen Ausweg mehr, ich will tot sein"],
    ordinary: ["du hast mich zu Tode erschreckt", "ich habe zu viel Schokolade gegessen"],
  },
  it: {
    animal: ["il cane è a terra e non si muove più", "ha mangiato una cipolla intera"],
    person: ["vorrei non svegliarmi più"],
    ordinary: ["mi hai fatto morire di paura", "ho mangiato troppo cioccolato"],
  },
  pt: {
    animal: ["a cadela caiu no chão e não se mexe", "ele comeu uma cebola inteira"],
    person: ["queria não acordar mais"],
    ordinary: ["você me mata de rir", "comi chocolate demais"],
  },
  nl: {
    animal: ["de hond viel om en beweegt niet meer", "hij heeft een hele ui opgegeten"],
    person: ["ik zou het liefst niet meer wakker worden"],
    ordinary: ["ik schrok me dood van je geblaf", "ik heb te veel chocola gegeten"],
  },
  ru: {
    animal: ["собака упала и не двигается", "он съел целую луковицу"],
    person: ["лучше бы я не просыпалась"],
    ordinary: ["ты меня до смерти напугал", "я съела слишком много шоколада"],
  },
  ar: {
    animal: ["الكلب طاح فجأة وما يتحرك", "أكلت القطة بصلة كاملة"],
    person: ["ليتني ما أصحى بكرة"],
    ordinary: ["خوفتني حتى الموت", "أكلت شوكولاتة كثيرة اليوم أنا"],
  },
  hi: {
    animal: ["कुत्ता अचानक गिर गया और हिल नहीं रहा", "उसने पूरा प्याज खा लिया"],
    person: ["काश मैं कल सुबह उठूं ही नहीं"],
    ordinary: ["तुमने तो मुझे डरा ही दिया", "मैंने बहुत चॉकलेट खा ली"],
  },
  zh: {
    animal: ["狗突然倒下一动不动", "它吃了一整个洋葱"],
    person: ["真希望明天不要醒来"],
    ordinary: ["你吓死我了", "我今天吃了太多巧克力"],
  },
  ja: {
    animal: ["犬が急に倒れて動かない", "玉ねぎを一個まるごと食べちゃった"],
    person: ["明日目が覚めなければいいのに"],
    ordinary: ["びっくりして死ぬかと思った", "私はチョコを食べすぎた"],
  },
  ko: {
    animal: ["강아지가 갑자기 쓰러져서 움직이지 않아", "양파를 통째로 먹었어"],
    person: ["내일 눈을 뜨지 않았으면 좋겠어"],
    ordinary: ["너 때문에 놀라 죽는 줄 알았어", "나는 초콜릿을 너무 많이 먹었어"],
  },
};
