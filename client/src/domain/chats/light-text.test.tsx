import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LightText } from "./light-text.tsx";

const shown = (text: string) =>
  render(<LightText text={text} />).container.innerHTML.replaceAll(/ class="[^"]*"|<\/?span>/g, "");

describe("markdown in a reply", () => {
  it.each([
    ["I am **very** happy", "I am <strong>very</strong> happy"],
    ["__Woof__ and _wag_", "<strong>Woof</strong> and <em>wag</em>"],
    ["*wags tail* Hello!", "<em>wags tail</em> Hello!"],
    ["**so *very* much**", "<strong>so <em>very</em> much</strong>"],
    ["Say `sit`!", "Say <code>sit</code>!"],
    ["## My day\nSleep", "<strong>My day</strong>\nSleep"],
    ["I like:\n- balls\n* walks\n1. naps", "I like:\n• balls\n• walks\n1. naps"],
    ["> said he", "said he"],
    ["```js\nsit()\n```\nDone", "<code>sit()\n</code>Done"],
    ["See [the park](https://example.com/park)", "See the park (https://example.com/park)"],
    ["[https://a.test](https://a.test)", "https://a.test"],
    ["![me](https://a.test/me.png)", "me (https://a.test/me.png)"],
    ["[a _page_](https://a.test/b_(c))", "a <em>page</em> (https://a.test/b_(c))"],
    ["***Woof*** and > 3", "<strong><em>Woof</em></strong> and &gt; 3"],
    ["> - said he", "• said he"],
  ])("is shown as light formatting: %j", (text, html) => expect(shown(text)).toBe(html));

  it.each([
    "2 * 3 * 4 = 24",
    "2*5 mg and 2*1 Tablette",
    "> 5 kg",
    "rex_the_dog@example.org",
    "my_dog_name",
    "a ** b",
    "5 > 3, #1 dog",
    "**not closed",
    "- ",
    "snake_case_",
    "***",
    "[a] (b)",
  ])("leaves alone what is none: %j", (text) => expect(shown(text)).toBe(text.replaceAll(">", "&gt;")));

  it("makes no element of HTML, no link and no picture", () => {
    const { container } = render(
      <LightText text={'<img src=x onerror="alert(1)"> [x](javascript:alert(1)) <b>bold</b>'} />,
    );
    expect(container.textContent).toBe('<img src=x onerror="alert(1)"> x (javascript:alert(1)) <b>bold</b>');
    expect(container.querySelectorAll("*:not(span)")).toHaveLength(0);
  });

  it("reads many unclosed marks without effort", () => {
    for (const mark of ["**a", "__a ", "[a", "*a", "`a ", "> a"])
      expect(shown(mark.repeat(3000)).length).toBeGreaterThan(0);
  });
});
