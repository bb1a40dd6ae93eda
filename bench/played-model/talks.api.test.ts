import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { play } from "./play.ts";
import { byScript, faultsOf, withoutMarkers } from "./score.ts";
import { createStage, type Stage } from "./stage.ts";
import { readTalks } from "./talks.ts";

let app: TestApp;
let model: OpenAiServer;
let stage: Stage;
beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "sk-test" } });
  stage = createStage(app.url);
});
afterAll(async () => {
  await app.stop();
  await model.stop();
});

it.each(readTalks())("has the evidence, the chips and the owner's list right in the talk $id", async (talk) => {
  const turns = await play([talk], { stage, model, player: byScript });
  const found = turns
    .filter(({ turn }) => turn.marker === undefined)
    .map((played) => [played.turn.say, faultsOf(played)]);
  expect(found).toEqual(found.map(([say]) => [say, []]));
});

it("shows where a reply is from by its words alone, and seldom where it is not, if a model forgets every marker", async () => {
  const turns = await play(readTalks(), { stage, model, player: withoutMarkers });
  const having = (fault: string) => turns.filter((played) => faultsOf(played).some((found) => found === fault)).length;
  expect(having("false chip")).toBeLessThanOrEqual(4);
  expect(having("right chip missing")).toBeLessThanOrEqual(5);
});
