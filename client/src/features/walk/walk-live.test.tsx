import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatEvent } from "#shared/api/chat.ts";
import { closings } from "#shared/api/listen.ts";
import { type ChatAnswers, newReply, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import {
  type PlayedMicrophone,
  startPlayedMicrophone,
  stillness,
  syllables,
} from "#tests/support/played-microphone.ts";
import { startUploads, type UploadWire } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";
import { STOP_LIMIT_MS } from "./walk-driver.ts";
import { talkOver } from "./walk-settings.ts";

/** Walk mode with a microphone that the server hears along. */

let wire: ChatAnswers;
let uploads: UploadWire;
let microphone: PlayedMicrophone;
/** Bodies of the calls that end a reply. */
let stops: unknown[];

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
  wire.hasRecognizer = true;
  uploads = startUploads();
  uploads.answer({ status: 200, body: { text: "Where is the ball?" } });
  microphone = startPlayedMicrophone();
  talkOver.choose("off");
  stops = [];
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address.endsWith("/stop")) stops.push(JSON.parse(String(init.body ?? "{}")));
    return answer(address, init);
  });
});

const sentence = (index: number): ChatEvent[] => [
  { type: "speech", index },
  { type: "sound", mp3: btoa("woof"), last: true },
];

async function startWalk(): Promise<void> {
  openChatScreen();
  await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
  await userEvent.click(await screen.findByRole("button", { name: "Start the walk" }));
  await listening();
}
const listening = () => screen.findByRole("heading", { name: "Listening" });
const thinking = () => screen.findByRole("heading", { name: "Thinking" });
const captions = () => screen.findByRole("region", { name: "What was said" });
const typesSaid = () => microphone.socket().said.map(({ type }) => type);
/** What somebody says, and the words that the server hears of it meanwhile. */
function say(words: string): void {
  microphone.hear(stillness(0.5), syllables(1));
  if (microphone.socket().isOpen) microphone.socket().tell({ type: "partial", text: words });
}
/** Longer than any pause. */
const fallSilent = () => microphone.hear(stillness(2));
const lastSaid = () => wire.asked.at(-1)?.message;

async function ask(text: string): Promise<void> {
  say(text);
  fallSilent();
  microphone.socket().tell({ type: "heard", text });
  await waitFor(() => expect(lastSaid()).toBe(text));
}

describe("a walk on which the server hears along", () => {
  it("shows the words while they are said, asks at the end, and listens on while the pet thinks", async () => {
    await startWalk();
    say("where is");
    expect((await captions()).textContent).toContain("where is");
    expect(screen.getByText("I hear you.")).toBeTruthy();
    fallSilent();
    await thinking();
    expect(typesSaid()).toEqual(["start", "pausing", "end"]);
    // The second that was spoken, with 0.4 s of what came before and the pause, in which the recognizer closes the phrase.
    expect(microphone.socket().samples / 16_000).toBeLessThan(3.3);
    expect(microphone.socket().samples / 16_000).toBeGreaterThan(2.8);
    const place = { language: "en-US", agentId: uuid(1) };
    expect(microphone.socket().said[0]).toMatchObject(place);
    microphone.socket().tell({ type: "heard", text: "Where is the ball?" });
    await waitFor(() => expect(wire.asked[0]).toMatchObject({ message: "Where is the ball?", generateAudio: true }));
    expect(microphone.open()).toBe(1);
    expect(uploads.uploads).toEqual([]);
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Under the sofa." },
      ...sentence(0),
    );
    expect(await screen.findByRole("heading", { name: "Speaking" })).toBeTruthy();
    expect((await captions()).textContent).toContain("Under the sofa.");
  });

  it("ends at once where the recognizer has closed a whole question, and waits where it closed something else", async () => {
    await startWalk();
    say("where is the");
    microphone.hear(stillness(0.7));
    expect(typesSaid()).not.toContain("end");
    microphone.socket().tell({ type: "partial", text: "Where is the ball?", settled: true });
    microphone.hear(stillness(0.02));
    expect(typesSaid()).toContain("end");
    microphone.socket().tell({ type: "nothing" });
    await listening();
    say("yesterday we went to the lake");
    microphone.hear(stillness(0.7));
    microphone.socket().tell({ type: "partial", text: "Yesterday we went to the lake.", settled: true });
    microphone.hear(stillness(0.6));
    expect(typesSaid().filter((type) => type === "end")).toHaveLength(1);
  });

  it("ends soon after a finished question, and waits after a word that goes on", async () => {
    await startWalk();
    say("Where is the ball?");
    microphone.hear(stillness(0.5));
    expect(typesSaid()).toContain("end");
    microphone.socket().tell({ type: "nothing" });
    await listening();
    say("I know where the");
    microphone.hear(stillness(1.2));
    expect(typesSaid().filter((type) => type === "end")).toHaveLength(1);
    microphone.hear(syllables(0.6));
    expect(typesSaid()).toContain("resumed");
  });

  it("learns nothing from pauses after words that go on", async () => {
    await startWalk();
    for (const words of ["I saw the", "I saw the dog and", "I saw the dog and the", "I saw the dog and the cat and"]) {
      say(words);
      microphone.hear(stillness(0.6));
    }
    say("I saw the dog and the cat and the bird");
    expect(typesSaid()).not.toContain("end");
    microphone.hear(stillness(1.1));
    expect(typesSaid()).toContain("end");
  });

  it("says calmly that the words take long, and then asks them", async () => {
    await startWalk();
    say("");
    fallSilent();
    microphone.socket().tell({ type: "slow" });
    expect(await screen.findByText("This takes longer than usual. Nothing is lost.")).toBeTruthy();
    microphone.socket().tell({ type: "heard", text: "Where is it?" });
    await waitFor(() => expect(lastSaid()).toBe("Where is it?"));
  });

  it("listens again where nothing was said", async () => {
    await startWalk();
    say("");
    fallSilent();
    await thinking();
    microphone.socket().tell({ type: "nothing" });
    await listening();
    expect(wire.asked).toEqual([]);
    expect(microphone.wishes).toHaveLength(1);
  });

  it("takes words back that turn out to be none, as those of another language, and asks nothing", async () => {
    await startWalk();
    say("who ist");
    expect((await captions()).textContent).toContain("who ist");
    fallSilent();
    await thinking();
    microphone.socket().tell({ type: "nothing" });
    await listening();
    expect(screen.queryByRole("region", { name: "What was said" })).toBeNull();
    expect(wire.asked).toEqual([]);
  });

  it.each([
    ["fails", () => microphone.socket().tell({ type: "failed", code: "recogniser_failed", error: "No." })],
    ["is cut off after the end", () => microphone.socket().lose(1006)],
  ])("sends the sound itself where recognition %s", async (_name, happen) => {
    await startWalk();
    say("where");
    fallSilent();
    happen();
    await waitFor(() => expect(lastSaid()).toBe("Where is the ball?"));
    const sound = uploads.uploads[0]?.form.get("audio");
    expect(sound).toMatchObject({ type: "audio/wav" });
    // More than the second that was spoken: 16 bits at 16 kHz.
    expect(sound instanceof Blob ? sound.size : 0).toBeGreaterThan(32_000);
  });

  it.each([
    ["the connection is lost while somebody speaks", 1006],
    ["another tab has the microphones that an account may open", closings.tooMany.code],
  ])("sends the sound itself where %s", async (_name, code) => {
    await startWalk();
    say("where");
    microphone.socket().lose(code);
    fallSilent();
    await waitFor(() => expect(lastSaid()).toBe("Where is the ball?"));
    expect(uploads.uploads).toHaveLength(1);
  });

  /** The pet's reply until its first sound. */
  const speaking = async () => {
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Under the sofa." },
      ...sentence(0),
    );
    await screen.findByRole("heading", { name: "Speaking" });
    await waitFor(() => expect(HTMLMediaElement.prototype.play).toHaveBeenCalled());
  };
  const complete = () =>
    wire.reply.send({ type: "complete", messageId: uuid(102), sources: [], audioUrl: null, stopped: false });
  const ended = () => {
    vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockReturnValue(true);
    act(() => void document.querySelector("audio")?.dispatchEvent(new Event("ended")));
  };

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ["before anybody speaks", async () => {}, async () => {}],
    ["while the pet thinks", () => ask("Where is the ball?"), async () => complete()],
    [
      "while the pet speaks",
      async () => {
        await ask("Where is the ball?");
        await speaking();
      },
      async () => {
        complete();
        await screen.findByText("Under the sofa.");
        ended();
      },
    ],
  ])("opens the line anew for the next words where it is lost %s", async (_when, until, goOn) => {
    await startWalk();
    await until();
    microphone.socket().lose(1006);
    await goOn();
    await listening();
    wire.reply = newReply();
    microphone.hear(stillness(0.5), syllables(1));
    await waitFor(() => expect(microphone.sockets).toHaveLength(2));
    await waitFor(() => expect(typesSaid()).toEqual(["start"]));
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "And the bone?" });
    await waitFor(() => expect(lastSaid()).toBe("And the bone?"));
    expect(uploads.uploads).toEqual([]);
  });

  it("sends the sound itself where the connection is lost while somebody talks over the pet", async () => {
    talkOver.choose("on");
    await startWalk();
    await ask("Where is the ball?");
    await speaking();
    vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockReturnValue(0.6);
    act(() => void document.querySelector("audio")?.dispatchEvent(new Event("playing")));
    microphone.hear(stillness(0.6), syllables(0.8));
    await listening();
    microphone.socket().lose(1006);
    uploads.answer({ status: 200, body: { text: "And the bone?" } });
    wire.reply = newReply();
    fallSilent();
    await waitFor(() => expect(lastSaid()).toBe("And the bone?"));
    expect(uploads.uploads).toHaveLength(1);
  });

  it("asks what was said until the microphone was taken away, and then says that it is", async () => {
    await startWalk();
    say("where is the ball");
    microphone.lose();
    await thinking();
    microphone.socket().tell({ type: "heard", text: "Where is the ball?" });
    await waitFor(() => expect(lastSaid()).toBe("Where is the ball?"));
    expect(microphone.open()).toBe(0);
  });

  it("says that the microphone was taken away where nobody spoke", async () => {
    await startWalk();
    microphone.lose();
    expect(await screen.findByRole("heading", { name: "The microphone is in use" })).toBeTruthy();
  });

  it("makes one question of what was said before and after a pause that was taken for the end", async () => {
    await startWalk();
    await ask("Where is the");
    wire.reply.send({ type: "user_message_saved", messageId: uuid(101) }, { type: "content", content: "The what?" });
    await screen.findByText("The what?");
    wire.reply = newReply();
    say("red ball");
    expect((await captions()).textContent).toContain("Where is the red ball");
    expect(stops).toEqual([{}]);
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "red ball?" });
    await waitFor(() =>
      expect(wire.asked.at(-1)).toMatchObject({ message: "Where is the red ball?", continues: uuid(101) }),
    );
    expect(microphone.wishes).toHaveLength(1);
  });

  it("asks what goes on also where the call that stops the reply stalls", async () => {
    const answer = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) =>
      address.endsWith("/stop")
        ? new Promise((_resolve, reject) => init.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
        : answer(address, init),
    );
    await startWalk();
    await ask("Where is the");
    wire.reply.send({ type: "user_message_saved", messageId: uuid(101) });
    wire.reply = newReply();
    await act(async () => {});
    vi.useFakeTimers();
    say("red ball");
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "red ball?" });
    await act(() => vi.advanceTimersByTimeAsync(STOP_LIMIT_MS));
    vi.useRealTimers();
    await waitFor(() => expect(lastSaid()).toBe("Where is the red ball?"));
  });

  it("joins what is said before the words of the beginning are there", async () => {
    await startWalk();
    say("where is the");
    fallSilent();
    await thinking();
    microphone.hear(syllables(1));
    await listening();
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "where is the", turn: 1 });
    microphone.socket().tell({ type: "heard", text: "ball", turn: 2 });
    await waitFor(() => expect(lastSaid()).toBe("where is the ball"));
    expect(wire.asked).toHaveLength(1);
  });

  it("hears who goes on just after the end", async () => {
    await startWalk();
    say("where is the ball");
    microphone.hear(stillness(0.9));
    expect(typesSaid()).toEqual(["start", "pausing", "end"]);
    microphone.hear(syllables(0.25));
    expect(typesSaid()).toEqual(["start", "pausing", "end", "start"]);
  });

  it("stops the pet where the owner talks over it, tells how much was heard, and asks the rest", async () => {
    talkOver.choose("on");
    await startWalk();
    expect(microphone.wishes[0]).toMatchObject({ audio: { echoCancellation: true } });
    await ask("Where is the ball?");
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Under the sofa. And the bone is in the garden." },
      ...sentence(0),
      ...sentence(1),
    );
    expect(await screen.findByText("Just talk to interrupt.")).toBeTruthy();
    await waitFor(() => expect(HTMLMediaElement.prototype.play).toHaveBeenCalled());
    vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockReturnValue(0.6);
    act(() => void document.querySelector("audio")?.dispatchEvent(new Event("playing")));
    microphone.hear(stillness(0.6), syllables(0.8));
    await listening();
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    expect(stops).toEqual([]);
    microphone.socket().tell({ type: "partial", text: "no" });
    await waitFor(() => expect(stops).toEqual([{ heard: 1, messageId: uuid(101) }]));
    expect(microphone.open()).toBe(1);
    wire.reply = newReply();
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "No, the bone." });
    await waitFor(() => expect(wire.asked.at(-1)).toMatchObject({ message: "No, the bone." }));
    expect(wire.asked.at(-1)).not.toHaveProperty("continues");
  });

  /** The pet speaks, and its first sound was heard. */
  const sounding = async () => {
    await speaking();
    vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockReturnValue(0.2);
    act(() => void document.querySelector("audio")?.dispatchEvent(new Event("playing")));
  };

  it("takes what is said in the pet's first moments for the rest of the question, and nothing of the reply is left", async () => {
    await firstMoments();
    wire.reply.send(...sentence(1));
    // What the microphone hears of the pet alone is learned first.
    microphone.hear(stillness(0.5), syllables(0.6));
    await listening();
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled();
    wire.reply = newReply();
    microphone.socket().tell({ type: "partial", text: "when you sleep" });
    await waitFor(() => expect(stops).toEqual([{}]));
    expect((await captions()).textContent).toContain("What do you dream about? when you sleep");
    expect((await captions()).textContent).not.toContain("sofa");
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "when you sleep on the sofa?" });
    await waitFor(() =>
      expect(wire.asked.at(-1)).toMatchObject({
        message: "What do you dream about? when you sleep on the sofa?",
        continues: uuid(101),
      }),
    );
  });

  /** The pet's first moments: it has begun to answer a question that sounded whole. */
  const firstMoments = async () => {
    talkOver.choose("on");
    await startWalk();
    say("what do you dream about");
    microphone.hear(stillness(1));
    microphone.socket().tell({ type: "heard", text: "What do you dream about?" });
    await waitFor(() => expect(lastSaid()).toBe("What do you dream about?"));
    await sounding();
  };
  const endOfReply = async () => {
    complete();
    await screen.findByText("Under the sofa.");
    ended();
  };

  it("sends the sound itself of who goes on in the pet's first moments where the connection is lost then, as one question", async () => {
    await firstMoments();
    microphone.hear(stillness(0.5), syllables(0.6));
    await listening();
    microphone.socket().lose(1006);
    uploads.answer({ status: 200, body: { text: "when you sleep on the sofa?" } });
    wire.reply = newReply();
    fallSilent();
    await waitFor(() =>
      expect(wire.asked.at(-1)).toMatchObject({
        message: "What do you dream about? when you sleep on the sofa?",
        continues: uuid(101),
      }),
    );
    expect(uploads.uploads).toHaveLength(1);
  });

  it("hears who goes on in the pet's first moments by a new connection where the one before was lost", async () => {
    await firstMoments();
    microphone.socket().lose(1006);
    wire.reply = newReply();
    microphone.hear(stillness(0.5), syllables(0.6));
    await listening();
    await waitFor(() => expect(microphone.sockets).toHaveLength(2));
    await waitFor(() => expect(typesSaid()).toEqual(["start"]));
    fallSilent();
    microphone.socket().tell({ type: "heard", text: "when you sleep on the sofa?" });
    await waitFor(() =>
      expect(wire.asked.at(-1)).toMatchObject({
        message: "What do you dream about? when you sleep on the sofa?",
        continues: uuid(101),
      }),
    );
    expect(uploads.uploads).toEqual([]);
  });

  it("lets the pet speak to its end where the microphone is taken away in its first moments, and then opens it anew", async () => {
    await firstMoments();
    microphone.lose();
    expect(await screen.findByText("The microphone is off.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Speaking" })).toBeTruthy();
    await endOfReply();
    await listening();
    expect(microphone.open()).toBe(1);
    expect(stops).toEqual([]);
  });

  it("lets the pet speak to its end where the screen is locked in its first moments, and listens when it is seen again", async () => {
    await firstMoments();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    expect(microphone.open()).toBe(0);
    expect(screen.getByRole("heading", { name: "Speaking" })).toBeTruthy();
    await endOfReply();
    expect(await screen.findByRole("heading", { name: "Paused" })).toBeTruthy();
    expect(stops).toEqual([]);
    visibility.mockReturnValue("visible");
    fireEvent(document, new Event("visibilitychange"));
    await listening();
    expect(microphone.open()).toBe(1);
  });

  it("frees the microphone before the pet's first sound where one can't talk over it", async () => {
    await startWalk();
    expect(microphone.wishes[0]).toMatchObject({ audio: { echoCancellation: false } });
    await ask("Where is the ball?");
    expect(microphone.open()).toBe(1);
    await speaking();
    expect(microphone.open()).toBe(0);
    expect(screen.getByText("The microphone is off.")).toBeTruthy();
  });

  it("lets the pet go on where only a dog barked, and keeps its whole reply", async () => {
    talkOver.choose("on");
    await startWalk();
    await ask("Where is the ball?");
    wire.reply.send(
      { type: "user_message_saved", messageId: uuid(101) },
      { type: "content", content: "Under the sofa. And the bone is in the garden." },
      ...sentence(0),
    );
    expect(await screen.findByText("Just talk to interrupt.")).toBeTruthy();
    await waitFor(() => expect(HTMLMediaElement.prototype.play).toHaveBeenCalled());
    act(() => void document.querySelector("audio")?.dispatchEvent(new Event("playing")));
    microphone.hear(stillness(0.6), syllables(0.8));
    await listening();
    const { play } = HTMLMediaElement.prototype;
    const before = vi.mocked(play).mock.calls.length;
    fallSilent();
    microphone.socket().tell({ type: "nothing" });
    expect(await screen.findByRole("heading", { name: "Speaking" })).toBeTruthy();
    expect(vi.mocked(play).mock.calls.length).toBe(before + 1);
    expect(stops).toEqual([]);
    expect(microphone.open()).toBe(1);
  });

  it("frees the microphone where it is left while the microphone is being opened", async () => {
    // As in Safari, where a context that is resumed long after a tap stays suspended.
    vi.spyOn(AudioContext.prototype, "resume").mockReturnValue(new Promise(() => {}));
    openChatScreen();
    await userEvent.click(await screen.findByRole("button", { name: "Walk mode" }));
    await userEvent.click(await screen.findByRole("button", { name: "Start the walk" }));
    await waitFor(() => expect(microphone.open()).toBe(1));
    await userEvent.click(await screen.findByRole("button", { name: "Pause" }));
    await waitFor(() => expect(microphone.open()).toBe(0));
  });

  it("keeps what is said while the page goes out of view, and asks it when it is seen again", async () => {
    await startWalk();
    say("where is");
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    expect(await screen.findByRole("heading", { name: "Paused" })).toBeTruthy();
    expect(microphone.open()).toBe(0);
    expect(uploads.uploads).toEqual([]);
    visibility.mockReturnValue("visible");
    fireEvent(document, new Event("visibilitychange"));
    await waitFor(() => expect(lastSaid()).toBe("Where is the ball?"));
    const sound = uploads.uploads[0]?.form.get("audio");
    expect(sound instanceof Blob ? sound.size : 0).toBeGreaterThan(32_000);
  });

  it("asks once what was said just before the page went out of view, and listens again when it is seen", async () => {
    await startWalk();
    say("where is the ball");
    fallSilent();
    await thinking();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    expect(microphone.open()).toBe(0);
    microphone.socket().tell({ type: "heard", text: "Where is the ball?" });
    await waitFor(() => expect(lastSaid()).toBe("Where is the ball?"));
    wire.reply.send({ type: "user_message_saved", messageId: uuid(101) }, { type: "content", content: "Here." });
    complete();
    expect(await screen.findByRole("heading", { name: "Paused" })).toBeTruthy();
    visibility.mockReturnValue("visible");
    fireEvent(document, new Event("visibilitychange"));
    await listening();
    expect(wire.asked).toHaveLength(1);
    expect(uploads.uploads).toEqual([]);
  });

  it("asks and sends nothing more once it is left, whatever was said just then", async () => {
    await startWalk();
    say("where is the ball");
    fallSilent();
    await thinking();
    const socket = microphone.socket();
    cleanup();
    expect([microphone.open(), socket.isOpen]).toEqual([0, false]);
    socket.tell({ type: "heard", text: "Where is the ball?" });
    socket.lose(1006);
    await act(async () => {});
    expect(microphone.sockets).toHaveLength(1);
    expect(wire.asked).toEqual([]);
    expect(uploads.uploads).toEqual([]);
  });

  it("lets a screen reader say nothing new while the microphone is open, for it would be heard", async () => {
    await startWalk();
    const status = () => within(screen.getByRole("dialog")).getAllByRole("status")[0]?.textContent;
    const heard = status();
    say("where is");
    expect(status()).toBe(heard);
    fallSilent();
    await thinking();
    expect(status()).toBe(heard);
    microphone.socket().tell({ type: "heard", text: "Where is it?" });
    await waitFor(() => expect(lastSaid()).toBe("Where is it?"));
    expect(microphone.open()).toBe(1);
    expect(status()).toBe(heard);
  });

  it("does not let the words chatter: they stand outside of what a screen reader is told", async () => {
    await startWalk();
    say("where is");
    expect((await captions()).closest("[aria-live],[role=status],[role=alert],[role=log]")).toBeNull();
  });
});
