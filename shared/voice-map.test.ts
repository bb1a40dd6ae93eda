import { describe, expect, it } from "vitest";
import { mappedVoice, readVoiceMap, withServerVoice } from "./voice-map.ts";
import { findVoice, type Voice, voices } from "./voices.ts";

function voiceOf(name: string): Voice {
  const voice = findVoice(name);
  if (voice === undefined) throw new Error(name);
  return voice;
}
function chosenIn(text: string, name: string): string | undefined {
  const map = readVoiceMap(text);
  if (typeof map === "string") throw new Error(map);
  return mappedVoice(voiceOf(name), map);
}

describe("a server's voice that is chosen for one of ours", () => {
  it("is kept beside the others, and replaced by the next", () => {
    const first = withServerVoice("", voiceOf("en-GB-SoniaNeural"), "bf_emma");
    const second = withServerVoice(first, voiceOf("de-DE-KatjaNeural"), "anna");
    const third = withServerVoice(second, voiceOf("en-GB-SoniaNeural"), "bf_lily");
    expect(third).toBe("en-GB-SoniaNeural = bf_lily, de-DE-KatjaNeural = anna");
  });

  it("changes nothing for others that had the same by their language or gender", () => {
    const text = withServerVoice("de = thorsten, male = onyx", voiceOf("de-DE-KatjaNeural"), "");
    expect(chosenIn(text, "de-DE-KatjaNeural")).toBeUndefined();
    expect(chosenIn(text, "de-DE-ConradNeural")).toBe("thorsten");
    expect(chosenIn(text, "fr-FR-HenriNeural")).toBe("onyx");
    expect(chosenIn(text, "fr-FR-DeniseNeural")).toBeUndefined();
  });

  it("can be of any name, and all of them fit the setting", () => {
    const odd = withServerVoice("", voiceOf("en-GB-SoniaNeural"), " my, own=voice ");
    expect(chosenIn(odd, "en-GB-SoniaNeural")).toBe("my own voice");
    const long = voices.reduce((text, voice) => withServerVoice(text, voice, "en_US-hfc_female-medium-x64"), "");
    expect(long.length).toBeLessThan(4000);
  });
});
