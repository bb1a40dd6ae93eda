/**
 * Talks with a model that is played: what the product makes of a model's words, and what it tells the model.
 *
 *   npm run bench:played [-- --beside NAME=CHECKOUT --talks en-grief,de-talk --verbose --write]   the fixed talks, by script
 *   npx tsx bench/played-model.ts play DIR [--talks ...]      the same, by hand: each prompt a file of DIR that waits for its reply
 *   npx tsx bench/played-model.ts print DIR                   the prompts that wait
 *   npx tsx bench/played-model.ts answer DIR FILE             replies out of a file: a line '### 001', the reply, and so on
 *
 * The fixed talks are in `played-model/talks`; who wrote the replies had nothing but the prompts. Checkouts are built already.
 * `play` leaves what became of each turn in DIR/turns.json. Tokens are estimates, as the product makes them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { ADMIN, PROMO_CODE } from "#tests/support/first-start.ts";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { answerPrompts, inFolder, printPrompts } from "./played-model/by-hand.ts";
import { type PlayedTurn, type Player, play } from "./played-model/play.ts";
import { byScript, faultsOf, newTokens, rowOf, withoutMarkers } from "./played-model/score.ts";
import { createStage } from "./played-model/stage.ts";
import { readTalks } from "./played-model/talks.ts";
import { report } from "./results.ts";

const flag = { type: "boolean", default: false } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    beside: { type: "string", multiple: true, default: [] },
    talks: { type: "string" },
    verbose: flag,
    write: flag,
  },
});
const [command = "score", folder = "", file = ""] = positionals;
const wanted = values.talks?.split(",");
const talks = readTalks().filter(({ id }) => wanted?.includes(id) ?? true);

if (command === "print") printPrompts(folder);
else if (command === "answer") answerPrompts(folder, file);
else if (command === "play") {
  const turns = await playWith(undefined, inFolder(folder), true);
  const kept = turns.map((played) => ({ ...played, faults: faultsOf(played), newTokens: newTokens(played, turns) }));
  writeFileSync(join(folder, "turns.json"), JSON.stringify(kept, null, 1));
} else {
  const rows = [];
  for (const one of [...values.beside, "this"]) {
    const [name = "", checkout] = one.split("=", 2);
    const turns = await playWith(checkout, byScript);
    rows.push(rowOf(name, turns));
    for (const played of values.verbose ? turns : [])
      for (const fault of faultsOf(played)) console.log(`${name}, ${played.talk.id}: ${played.turn.say}: ${fault}`);
  }
  rows.push(rowOf("this, every marker forgotten", await playWith(undefined, withoutMarkers)));
  report("played-model", [{ title: "The fixed talks, with a model that is played", rows }], values.write);
}

async function playWith(checkout: string | undefined, player: Player, atOnce = false): Promise<PlayedTurn[]> {
  const model = await startOpenAiServer();
  const data = temporaryDataDir();
  const variables = {
    ...{ ADMIN_PASSWORD: ADMIN.password, PROMO_CODE, RATE_LIMIT_SCALE: "1000000", OPENAI_TIMEOUT_S: "1800" },
    ...{ OPENAI_BASE_URL: model.url, OPENAI_MODEL: "played", OPENAI_API_KEY: "sk-played" },
  };
  const server = await startServer(data.path, variables, checkout);
  try {
    return await play(talks, { stage: createStage(server.url), model, player, atOnce });
  } finally {
    await server.stop();
    await model.stop();
    data.remove();
  }
}
