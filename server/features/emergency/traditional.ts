/** Traditional Chinese characters, each before its simplified one: those that tell of danger, and of what only sounds so. */
const pairs =
  "殺杀藥药樓楼從从頂顶臺台決决準准備备結结媽妈爺爷繼继剛刚買买繩绳遺遗書书寫写這这個个過过車车輕轻離离開开傷伤燒烧農农顆颗貓猫誤误葉叶體体氣气暈晕嘔呕" +
  "噁恶塊块蔥葱齦龈頭头發发變变癲癫癇痫痙痉攣挛斷断陽阳戶户墜坠蠍蝎電电觸触還还沒没們们麼么為为嗎吗讓让說说話话訊讯傳传給给對对錯错時时間间點点無无義义" +
  "著着裡里裏里樣样會会來来後后進进邊边橋桥鐵铁軌轨輪轮輾碾軋轧壓压師师醫医獸兽寵宠腫肿脹胀嚨咙難难請请幫帮誰谁別别愛爱樂乐歡欢夢梦戲戏遊游劇剧動动畫画" +
  "圖图聽听講讲記记憶忆歲岁餓饿睏困熱热凍冻尷尴嚇吓煩烦壞坏淚泪業业試试論论闆板員员鄰邻鎖锁門门槍枪脅胁揚扬強强姦奸罵骂滅灭劑剂潔洁煙烟菸烟針针鉤钩釣钓" +
  "襪袜幣币線线該该應应當当關关閉闭終终於于緊紧張张擔担靈灵屍尸臟脏髒脏腦脑腸肠轉转癱瘫瘓痪瀕濒溫温燙烫總总經经現现實实認认識识問问題题週周兩两雙双滿满" +
  "幾几單单獨独絕绝棄弃撐撑牽牵掛挂歸归處处與与並并親亲孫孙婦妇嬸婶兒儿嬰婴網网滾滚撲扑躍跃衝冲闖闯擊击搶抢錢钱賣卖場场園园雞鸡鳥鸟魚鱼馬马餵喂飼饲餅饼" +
  "糧粮飯饭湯汤麵面隻只條条藍蓝綠绿紅红黃黄臉脸齒齿腳脚乾干脫脱擺摆證证報报復复贅赘負负擔担煩烦廢废渾浑顫颤搖摇鬧闹廈厦欄栏懸悬慘惨慮虑憂忧鬱郁瘋疯帶带";
const simplified = new Map(pairs.match(/../gu)?.map(([traditional = "", simple = ""]) => [traditional, simple]));
const traditional = new RegExp(`[${[...simplified.keys()].join("")}]`, "gu");

export const simplifyChinese = (text: string): string =>
  text.replace(traditional, (character) => simplified.get(character) ?? character);
