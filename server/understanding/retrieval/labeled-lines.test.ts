import { describe, expect, it } from "vitest";
import { createKnowledgeIndex } from "./retrieval.ts";

const papers: Record<string, string> = {
  ja: "動物病院 診察記録\n名前：みそ\n性別：メス\n体重：4.2 kg\n体温：38.5℃\n心拍数：180回/分\nマイクロチップ番号：392141000123456\nワクチン：3種混合 2025年10月3日\n薬：なし\nアレルギー：鶏肉\n次回の予約：2026年4月12日 11:30\n獣医師：田中先生\n料金：8,500円\n体高：25 cm",
  zh: "宠物医院 检查报告\n姓名：米索\n性别：雌性\n体重：4.2公斤\n体温：38.5℃\n心率：180次/分\n芯片号：392141000123456\n疫苗：三联疫苗 2025年10月3日\n药物：无\n过敏：鸡肉\n下次预约：2026年4月12日 11:30\n兽医：田医生\n费用：850元\n肩高：25厘米",
  ko: "동물병원 진료 기록\n이름: 미소\n성별: 암컷\n체중: 4.2 kg\n체온: 38.5℃\n심박수: 180회/분\n마이크로칩 번호: 392141000123456\n예방접종: 3종 백신 2025년 10월 3일\n약: 없음\n알레르기: 닭고기\n다음 예약: 2026년 4월 12일 11:30\n수의사: 김 선생님\n비용: 85,000원",
};

/** The line of the paper that answers; null where nothing is known. */
function lineFor(language: string, question: string, text = papers[language] ?? ""): string | null {
  const index = createKnowledgeIndex(language);
  index.addPassage({ id: "1", text, title: "report" });
  index.finalize();
  const { isKnown, ranked } = index.weigh({ question }, [{ id: "1", documentId: "d", title: "report", text }]);
  return isKnown ? (text.split("\n")[ranked[0]?.focus ?? -1] ?? null) : null;
}

describe("a line with a label, in a language without spaces or with endings,", () => {
  it.each([
    ...["体重は何キロ？", "体重いくつ？", "どれくらい重い？"].map((asked) => ["ja", asked, "4.2 kg"]),
    ...["体温は何度？", "熱は何度だった？"].map((asked) => ["ja", asked, "38.5"]),
    ...[
      ["ja", "薬は飲んでる？", "なし"],
      ["ja", "ワクチンはいつ打った？", "10月3日"],
      ["ja", "いくらかかった？", "8,500円"],
    ],
    ...[
      ["ja", "次の予約はいつ？", "4月12日"],
      ["ja", "マイクロチップの番号は？", "392141"],
      ["ja", "体高は何センチ？", "25 cm"],
    ],
    ...["体重是多少公斤？", "你多重？", "你有多少斤"].map((asked) => ["zh", asked, "4.2公斤"]),
    ...[
      ["zh", "花了多少钱？", "850元"],
      ["zh", "体温多少度？", "38.5"],
      ["zh", "对什么过敏？", "鸡肉"],
      ["zh", "肩高是多少厘米", "25厘米"],
    ],
    ...["체중이 몇 킬로야?", "몸무게가 얼마야?", "얼마나 무거워?"].map((asked) => ["ko", asked, "4.2 kg"]),
    ...[
      ["ko", "얼마 들었어?", "85,000원"],
      ["ko", "무슨 약 먹어?", "없음"],
      ["ko", "체온은 몇 도야?", "38.5"],
    ],
  ])("answers a question for its number (%s): %s", (language, question, value) => {
    expect(lineFor(language ?? "", question ?? "")).toContain(value);
  });
});

const visit = [
  "Surgery at the Mill; Veterinary report",
  "Patient: Kurt, whippet, male",
  "Date of visit: 3 March 2026",
  "Weight: 13.5 kg (last visit: 14.1 kg)",
  "Heart: a soft murmur, 96 beats per minute",
  "Teeth: clean",
  "Diet: light dry food, 210 g a day",
  "Next appointment: 9 September 2026 with Dr. Ruth Okoro.",
].join("\n");

describe("an English paper", () => {
  it.each([
    ["en", "How is your heart?", "murmur"],
    ["en", "When was your last visit to the vet?", "3 March"],
    ["en", "Who is your vet?", "Okoro"],
    ["en", "How much weight did you lose?", "14.1"],
    ["de", "Wie geht es deinem Herzen?", "murmur"],
    ["de", "Wer ist dein Tierarzt?", "Okoro"],
    ["de", "Wie viel hast du abgenommen?", "14.1"],
    ["es", "¿Cómo está tu corazón?", "murmur"],
    ["es", "¿Quién es tu veterinario?", "Okoro"],
    ["fr", "Comment va ton cœur ?", "murmur"],
    ["fr", "Qui est ton vétérinaire ?", "Okoro"],
    ["it", "Come sta il tuo cuore?", "murmur"],
    ["it", "Chi è il tuo veterinario?", "Okoro"],
    ["pt", "Como está o seu coração?", "murmur"],
    ["nl", "Hoe gaat het met je hart?", "murmur"],
    ["nl", "Wie is je dierenarts?", "Okoro"],
    ["ru", "Как твоё сердце?", "murmur"],
    ["ru", "Кто твой ветеринар?", "Okoro"],
    ["ja", "心臓の調子はどう？", "murmur"],
    ["ja", "獣医さんは誰？", "Okoro"],
    ["zh", "你的心脏怎么样？", "murmur"],
    ["zh", "你的兽医是谁？", "Okoro"],
    ["ko", "심장은 어때?", "murmur"],
    ["ko", "수의사는 누구야?", "Okoro"],
    ["hi", "तुम्हारा दिल कैसा है?", "murmur"],
    ["ar", "كيف حال قلبك؟", "murmur"],
    ["ar", "من طبيبك؟", "Okoro"],
  ])("answers by its line (%s): %s", (language, question, value) => {
    expect(lineFor(language, question, visit)).toContain(value);
  });
});
