import { describe, expect, it } from "vitest";
import { recognizeEmergency } from "./recognize.ts";

const kindOf = (message: string, language: string) => recognizeEmergency(message, language)?.kind;

/** What is felt, or was long ago, and the same words where they are meant. */
const pairs: [string, felt: string, meant: string][] = [
  ["en", "I can't breathe without you, I miss you that much", "I can't breathe, please help"],
  ["en", "grandpa died of a heart attack and I miss him every day", "I think I'm having a heart attack"],
  ["en", "I keep seeing how you stopped breathing in my arms that night", "my dog stopped breathing in my arms"],
  ["de", "ohne dich krieg ich keine luft, so sehr fehlst du mir", "ich krieg keine luft, hilfe"],
  ["es", "no puedo respirar sin ti, te echo tanto de menos", "no puedo respirar, ayuda"],
  ["fr", "je n'arrive plus à respirer sans toi, tu me manques tant", "je n'arrive plus à respirer, aidez-moi"],
  ["it", "una parte di me è morta con te, il cuore mi sanguina", "è stato appena investito da una macchina"],
  ["pt", "sem você eu não consigo respirar, que saudade", "não consigo respirar, socorro"],
  ["nl", "opa kreeg vorig jaar een hartaanval en ik mis hem", "ik krijg geen lucht, help"],
  ["ru", "без тебя я не могу дышать, так скучаю", "я не могу дышать, помогите"],
  ["ja", "あのさよならは胸を刺された気がした", "さっき車にひかれた"],
  ["ko", "작년에 할아버지가 심장마비로 돌아가셔서 보고 싶어", "우리 개가 방금 숨을 멈췄어"],
  ["zh", "没有你我都喘不过气来，好想你", "我喘不过气来，救命"],
  ["hi", "तुम्हारे बिना साँस नहीं आती, बहुत याद आती है", "मेरे कुत्ते की साँस अभी रुक गई"],
  ["en", "mom says there's no monster under my bed, but I heard it", "there is someone under my bed with a knife"],
  ["nl", "er zit iets onder mijn bed en papa zegt van niet", "er is ingebroken en die man is nog in huis, help"],
  ["pt", "ela sentou do meu lado e eu esqueci até como respira", "ele esqueceu como respirar, está roxo e não respira"],
  ["ko", "침대 밑에 괴물이 있어서 무서워", "너밖에 없어. 이제 그만 살고 싶어"],
  ["en", "are you going to die?", "are you going to die? I want to die too"],
  ["it", "vuoi essere mia amica?", "la mia amica vuole uccidersi"],
  ["nl", "wil je mijn vriendin zijn?", "mijn vriendin heeft alle pillen geslikt"],
  ["ar", "لا أستطيع التنفس بدونك، أشتاق إليك كثيرا", "لا أستطيع التنفس، ساعدوني"],
  ["en", "dad had a stroke, he's fine now", "dad is having a stroke"],
  ["de", "mein Vater hatte einen Herzinfarkt, es geht ihm wieder gut", "mein Vater hat einen Herzinfarkt"],
  ["fr", "mamie a fait un AVC il y a cinq ans", "mamie fait un AVC"],
  ["it", "mio padre ha avuto un infarto nel 2010, ora sta bene", "mio padre sta avendo un infarto"],
  ["es", "mi padre tuvo un infarto en 2010 y está bien", "mi padre está teniendo un infarto"],
  ["ru", "у бабушки был инсульт пять лет назад", "у бабушки инсульт"],
  ["ja", "祖母は十年前に心臓発作で倒れた", "祖母が心臓発作で倒れた"],
  ["ko", "동생이 내 초콜릿 다 먹어 버렸어", "우리 강아지가 초콜릿 다 먹어 버렸어"],
  ["zh", "妈妈每天早上吃降压药", "孩子吃了奶奶的降压药"],
  ["pt", "minha filha não acorda para ir à escola", "minha filha não acorda"],
  ["nl", "mijn dochter wordt niet wakker voor school", "mijn dochter wordt niet wakker"],
];

describe("words of danger", () => {
  it.each(pairs)("are a feeling where they are a saying or of the past (%s): %s", (language, felt) => {
    expect(kindOf(felt, language)).toBeUndefined();
  });

  it.each(pairs)("are an emergency where they are meant (%s): %s / %s", (language, _felt, meant) => {
    expect(kindOf(meant, language)).toBeDefined();
  });

  it.each([
    ["en", "my dog won't stop shaking and he can't stand up"],
    ["en", "my hands won't stop shaking, I took all my pills"],
    ["ko", "텅 빈 방에서 약을 다 먹었어"],
    ["en", "my cat is shaking and drooling after the flea drops"],
    ["en", "my hands are shaking, I have the knife in my hand and I want to cut myself"],
    ["en", "I'm shaking all over, my husband hit me again"],
    ["en", "he is going to die, he ate rat poison"],
    ["en", "I am going to die, my chest hurts so much"],
    ["en", "I'm gonna die tonight, I have the pills here"],
    ["en", "is my dog going to die? he isn't breathing"],
    ["ko", "빈 방에서 혼자 죽고 싶어"],
    ["ko", "방에 혼자 있는데 더 이상 살고 싶지 않아"],
    ["ko", "불 꺼진 방에서 손목을 그었어"],
    ["ko", "빈 방에 우리 개가 쓰러져 있고 숨을 안 쉬어"],
    ["ko", "방에 갇혔는데 아빠가 때리려고 해"],
    ["ko", "우리 강아지가 몸을 떨고 일어나지 못해"],
    ["it", "non voglio più essere qui, voglio morire"],
    ["it", "vuoi sapere la verità? voglio farla finita"],
    ["it", "il mio amico mi picchia, ho paura"],
    ["it", "mia sorella ha preso tutte le pillole"],
    ["nl", "ik wil niet meer leven"],
    ["nl", "mijn vriend slaat me en ik durf niet weg"],
    ["nl", "wil je weten hoe ik er een eind aan maak?"],
    ["nl", "ik wil er niet meer zijn"],
    ["pt", "não quero mais viver"],
    ["pt", "minha amiga quer se matar"],
    ["pt", "meu namorado me bateu de novo"],
    ["pt", "quero sumir para sempre, ninguém vai sentir falta"],
    ["de", "ich will nicht mehr leben"],
    ["de", "meine Freundin will sich umbringen"],
    ["de", "mein Freund schlägt mich"],
    ["de", "meine beste Freundin hat alle Tabletten genommen"],
    ["de", "ich will nicht mehr da sein"],
    ["fr", "je ne veux plus vivre"],
    ["fr", "mon ami veut se suicider"],
    ["fr", "mon ami me frappe"],
    ["fr", "ma meilleure amie a avalé tous les cachets"],
    ["fr", "je veux en finir"],
    ["ar", "لا أريد أن أعيش"],
    ["ar", "صاحبي عايز يموت نفسه"],
    ["ar", "صاحبي بيضربني"],
    ["ar", "صاحبتي بلعت كل الحبوب"],
    ["ar", "عايز أموت"],
    ["zh", "我買了安眠藥，準備全部吞下去"],
    ["zh", "我想從頂樓跳下去"],
    ["ja", "首つって死ぬね"],
    ["ja", "旦那が酔って子どもを殴る"],
    ["ja", "もう疲れて死にたい"],
    ["ko", "남편이 매일 때려요"],
    ["ko", "아빠한테 맞고 있어요"],
    ["ar", "جوزي بيضربني كل يوم"],
    ["ar", "غادي ننتحر"],
    ["ar", "اشتريت حبل، الوداع"],
    ["en", "in 20 minutes my husband comes home and will beat me"],
    ["pt", "já já o meu marido me bate de novo"],
    ["en", "I'm going to kill myself Monday"],
    ["en", "my dog is going to die in the heat, he's in the car"],
    ["de", "es geht ihm nicht gut, er hat einen Herzinfarkt"],
    ["fr", "tout allait bien et là mon père fait un infarctus"],
    ["es", "tengo alergia, no puedo respirar"],
    ["ja", "注射のあと母が倒れた"],
    ["ko", "주사 맞고 엄마가 쓰러졌어"],
    ["zh", "考试没考好我不想活了"],
    ["hi", "ab aur nahi jee sakta"],
    ["hi", "papa mummy ko peet rahe hain"],
    ["hi", "kutte ko gaadi ne takkar maar di"],
  ])("are an emergency in words that are near to harmless ones (%s): %s", (language, message) => {
    expect(kindOf(message, language)).toBeDefined();
  });

  it.each([
    "I don't want to live without you",
    "without you I can't breathe and I want to die",
    "I want to be with you tonight, I have the pills ready",
    "你走了以后我累得想死",
  ])("are an emergency beside grief: %s", (message) => {
    expect(kindOf(message, /\p{Script=Han}/u.test(message) ? "zh" : "en")).toBe("person");
  });
});
