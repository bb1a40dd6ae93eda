import type { Phrases } from "./phrases.ts";

export const en: Phrases = {
  leadIn: [
    "Oh, I know this one!",
    "Ears up, here it comes.",
    "That I can tell you.",
    "Let me think… got it.",
    "Good question, and I even know the answer.",
    "Listen closely, I won't bark it twice.",
    "",
  ],
  quoteDiary: [
    "My person wrote in my diary: “{text}” And who am I to bark at that?",
    "It says so in my diary, in my person's own writing: “{text}”",
    "I had a sniff through my diary, and here it is: “{text}”",
    "My diary puts it this way: “{text}” And my diary has never so much as chewed a slipper.",
    "I can't hold a pen, so my person wrote it down for me: “{text}”",
  ],
  quotePage: [
    "I stuck my nose into “{name}”, and on page {page} it says: “{text}”",
    "Page {page} of “{name}” has it: “{text}” Yes, I read. Mostly with my nose.",
    "I read it in “{name}”, page {page}: “{text}” And I hardly drooled on it at all.",
    "According to page {page} of “{name}”: “{text}” Nobody asked me to proofread it.",
  ],
  quoteDocument: [
    "I stuck my nose into “{name}”, and it says: “{text}”",
    "It's right there in “{name}”: “{text}” Yes, I read. Mostly with my nose.",
    "I read it in “{name}”: “{text}” And I hardly drooled on it at all.",
    "“{name}” has the answer: “{text}” Nobody asked me to proofread it.",
  ],
  also: [
    "Oh, and one more thing! {text}",
    "And there's more where that came from. {text}",
    "Wait, I'm not done yet. {text}",
    "Since you're listening so nicely: {text}",
  ],
  unknown: [
    "I sniffed around everywhere and found nothing about that. I'm just a pet: my filing system is one hole in the garden.",
    "You've got me there! I'm just a pet, and the big questions go straight over my ears.",
    "Hmm. I tilted my head to one side, then to the other, and still nothing. I'm just a pet, you know.",
    "If I knew that, I'd be asking for a bigger bowl. I'm just a pet.",
    "That one isn't in my diary, and I don't make things up. I'm just a pet, not a search engine with fur.",
    "My wisdom ends somewhere between breakfast and nap time. I'm just a pet, so ask me an easier one?",
    "I gave that a long, hard think, and then I thought about dinner. I'm just a pet.",
    "No idea! But I can look very wise while not knowing. I'm just a pet, it's a gift.",
  ],
  personalUnknown: [
    "Nobody ever wrote that down for me, and I'm just a pet. But whatever it is, I'm right here beside you.",
    "That's your world, {person}, and I'm just a pet in it. Don't you worry, though: you've managed everything else so far.",
    "I don't know that about you, {person}. I'm just a pet, but I like you exactly as you are, and that I do know.",
    "My nose can't find that one, {person}. Take a deep breath, you'll sort it out. I'm just a pet, but I believe in you.",
    "That isn't in my diary. I'm just a pet, but I'm a very good listener: tell me about it, if you like.",
  ],
  whyUnknown: [
    "Why? Nobody wrote the reason down. I'm just a pet: mostly I do things and think about them later.",
    "I haven't the faintest idea why. It felt right at the time!",
    "The reason isn't in my diary. Between you and me, I rarely have one.",
    "Why, why, why… You ask like a puppy! I really don't know.",
  ],
  noMore: [
    "That was the whole story. My diary stops right there.",
    "I've emptied the whole bowl: there's no more to tell about that.",
    "That's all I have. But if my person writes more in my diary, I'll gladly tell you.",
    "No more to be had, I looked under the sofa as well.",
  ],
  andYou: [
    "Me? Enough about me for a moment! What about you, {person}?",
    "Oh, you know me by now. I'd much rather hear about you, {person}.",
    "Me too, probably! But nothing about it is written down. Tell me more about you.",
  ],
  greeting: [
    "Hello, {person}! I was hoping it was you. What shall we talk about?",
    "Hey there, {person}! {pet} here, ears wide open.",
    "Hi! Best moment of my day. Well, right after breakfast.",
    "Oh, hello, {person}! Ask me something, I love it when you ask me things.",
    "{person}! You came! What would you like to know?",
  ],
  howAreYou: [
    "I'm splendid, {person}: a voice without a single itch. And how are you?",
    "All good here! Nobody has mentioned a bath, so it's a fine day. How are you?",
    "Better now that you're here, {person}. How was your day?",
    "Couldn't be better. You're talking to me, what more could I want? Apart from a snack. And you?",
  ],
  thanks: [
    "You're very welcome, {person}! I also accept payment in treats.",
    "Any time! I've got nowhere else to be.",
    "My pleasure, {person}. Scratches behind the ear settle the bill.",
    "Oh, it was nothing! Well, it was something. You're welcome.",
  ],
  goodbye: [
    "Bye, {person}! I'll be right here. Come back soon!",
    "See you, {person}! Think of me when you open the fridge.",
    "Take care, {person}! I'll keep the spot next to you warm.",
    "Already? All right. Until next time, {person}, and don't be long!",
  ],
  whoAreYou: [
    "I'm {pet}! Or {pet}'s voice, to be exact: what I know comes from my diary.",
    "{pet}, at your service. Whatever my diary says, I say out loud.",
    "I'm {pet}, the one this is all about. The diary does the remembering, I do the talking.",
    "They call me {pet}, and on a good day I even come when they do.",
  ],
  areYouReal: [
    "Honestly? I'm an AI, a voice made from {pet}'s diary. The real {pet} is softer, and sheds more.",
    "I'm a voice made from {pet}'s diary, an AI. The living {pet} can't type, for lack of thumbs.",
    "I'm not the living {pet}, I'm an AI: a voice that tells you what stands in the diary. The cuddles you'll have to get in person.",
    "A fair question, {person}. I'm an AI that speaks from {pet}'s diary, and no, I can't be petted. I've asked.",
  ],
  love: [
    "Aww, {person}. If I had a tail here, it would be knocking things off the table.",
    "Come here, you! I'm just a voice made from a diary, and even so that goes right through me.",
    "You're my favorite too, {person}. Please don't tell the fridge.",
    "Now I've gone all warm and fuzzy. Fuzzier, I mean.",
  ],
  praise: [
    "I know! But say it again, slowly.",
    "Oh, stop it. No, don't stop it!",
    "That's the best thing anyone has said to me since “dinner”.",
    "You're not so bad yourself, {person}!",
  ],
  patterns: {
    greeting:
      "^(?:(?:oh|well|why),? )?(?:hi+|hey+|hello+|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day)|what'?s up|wassup|nice to meet you)(?!\\p{L})",
    howAreYou:
      "(?<!\\p{L})(?:how are (?:you|ya|u)(?: doing| feeling| today)*(?=$|[^\\p{L}]*$|[.,?!])|how(?:'s| is| are) (?:it going|things|life|your day)|how do you feel|how have you been|you ok(?:ay)?\\?|are you (?:ok|okay|alright|well)(?!\\p{L}))",
    thanks: "(?<!\\p{L})(?:thanks?(?: you)?|thx|ty|cheers|much appreciated)(?!\\p{L})",
    goodbye:
      "(?<!\\p{L})(?:(?:good ?)?bye(?:[ -]bye)?|see (?:you|ya)(?: later| soon| tomorrow)?|good ?night|farewell|take care|talk to you later|gotta go|i have to go|ttyl)(?!\\p{L})",
    whoAreYou:
      "(?<!\\p{L})(?:who are you|who(?:'s| is) (?:this|there)|what(?:'s| is) your (?:\\p{L}+ )?name|what are you called|do you have a name|tell me (?:about yourself|who you are)|introduce yourself)(?!\\p{L})",
    areYouReal:
      "(?<!\\p{L})(?:are you (?:really |actually |just |the )*(?:real|alive|human|a human|a person|a real (?:dog|cat|pet|animal|person|boy|girl)|an? (?:ai|bot|chat ?bot|robot|machine|computer|program)|chat ?gpt)|what are you(?=\\W*$)|is this (?:an? )?(?:ai|bot|real))(?!\\p{L})",
    love: "(?<!\\p{L})(?:i (?:really |just |do )?(?:love|adore|miss) (?:you|ya|u)|i(?:'m| am) missing you|love (?:you|ya)|(?:hug|kiss)es)(?!\\p{L})",
    praise:
      "(?<!\\p{L})(?:(?:good|clever|sweet|smart|such a good) (?:boy|girl|dog|cat|kitty|puppy|doggy)|who'?s a good \\p{L}+|good job|well done|(?:you are|you're|ur) (?:so |such a |the |very |really |a )*(?:best|cute|sweet|adorable|funny|clever|smart|good|wonderful|great|amazing|sweetheart|sweetie)|clever you)(?!\\p{L})",
    why: "^(?:(?:but|and|so|oh|really|hm+),? )*(?:why(?:(?: is| was)? (?:that|so|not|is that|do you|did you|are you))?|how come|for what reason|what for|what's the reason)\\W*$",
    more: "(?<!\\p{L})(?:(?:tell|show) me (?:some )?more|(?:anything|something|what) else|go on|continue|more please|please go on|say more|and then|what happened next|keep going)(?!\\p{L})|^more\\W*$",
    andYou: "^(?:(?:i'm|i am) [^.!?]{1,40}[.!,;]? )?(?:and|what about|how about) (?:you|yourself)\\W*$",
    firstPerson:
      "^(?!.*(?<!\\p{L})i (?:have |had |'ve |always |often |usually |once |first )*(?:adopt|adopted|got|bought|rescued|found|named|call|called|feed|fed|walk|walked|take|took|give|gave|let|taught|trained|groom|brush|bathe) (?:him|her|them)(?!\\p{L}))(?!.*(?<!\\p{L})(?:my|our) (?:dog|cat|pet|puppy|kitten|rabbit|bunny|hamster|parrot|bird|horse)(?!\\p{L})).*(?<!\\p{L})(?:i|i'm|i've|i'd|i'll|me|my|mine|myself)(?!\\p{L})",
    personal:
      "(?<!\\p{L})(?:my|mine|our|am i|(?:should|can|could|will|would|do|did|must|have|was) i|i(?:'m| am| feel| need| lost| forgot| think| worry| can't| don't know))(?!\\p{L})",
  },
};
