import { describe, expect, it } from "vitest";
import { cleanText } from "./clean-text.ts";

describe("cleaned text", () => {
  it("holds nothing that the database refuses [T64]", () => {
    expect(cleanText("Ru\u0000fus \ud800sle\u0007eps\udfff\ufeff.")).toBe("Rufus sleeps.");
    expect(cleanText("She loves 🐟 and 👩‍👩‍👧")).toBe("She loves 🐟 and 👩‍👩‍👧");
  });

  it("has its lines whatever ends them, and numbers without marks of direction", () => {
    expect(cleanText("a\rb\r\nc\u2028d\u0085e\u2029f")).toBe("a\nb\nc\nd\ne\n\nf");
    expect(cleanText("\u202bرقم الشريحة:\u200f \u200e981\u200e020\u061c012\u202c")).toBe("رقم الشريحة: 981020012");
  });

  it("makes whole words of ligatures and of words cut at a line's end", () => {
    expect(cleanText("a ﬂuﬀy, eﬃcient ﬁsh\u00ading cat")).toBe("a fluffy, efficient fishing cat");
    expect(cleanText("She hid in the gar-\nden all day")).toBe("She hid in the garden all day");
    expect(cleanText("A cat of New-\nYork")).toBe("A cat of New-\nYork");
  });

  it("leaves full-width forms as they are, for they mean something in Chinese and Japanese", () => {
    expect(cleanText("ＡＢＣ１２３，团子！ ㌔ ①")).toBe("ＡＢＣ１２３，团子！ ㌔ ①");
  });

  it("joins lines that a program wrapped and keeps those that a person ended", () => {
    const wrapped =
      "Rufus is a dog of nine years who came to us from a shelter in the\nnorth of the country, where he had lived with eleven other dogs and\nlearned to share.\n\nHe sleeps on the sofa of the living room and nowhere else, which we\nallow.\n- Breakfast at seven\n- Dinner at six";
    expect(cleanText(wrapped)).toBe(
      "Rufus is a dog of nine years who came to us from a shelter in the north of the country, where he had lived with eleven other dogs and learned to share.\n\nHe sleeps on the sofa of the living room and nowhere else, which we allow.\n- Breakfast at seven\n- Dinner at six",
    );
    expect(cleanText("Name: Bella\nAge: 3\r\nColour: black")).toBe("Name: Bella\nAge: 3\nColour: black");
  });

  it("keeps lines that name what they tell, and headings after a full stop, however long the others are", () => {
    const report =
      "Teeth: mild tartar on the upper left molars. Dental cleaning advised in autumn.\nFindings: Miso has lost 0.4 kg since November, and her blood values are normal.\nN.º de microchip: 941000024681012, read on the left side of the neck, as always.\nDate Vaccine Vet\n2025-05-14 Rabies Dr. Feld";
    expect(cleanText(report)).toBe(report);
  });

  it("joins wrapped Chinese without a space", () => {
    const line = "团子喜欢在早上吃胡萝卜它住在客厅的笼子里晚上很吵它不喜欢吸尘器的声音";
    expect(cleanText(`${line}\n${line}\n${line}`)).toBe(line.repeat(3));
  });

  it("has one space between words and one empty line between paragraphs", () => {
    expect(cleanText("  A \t cat \u00a0and\u3000a dog. \n\n \n\n  Friends.\f")).toBe("A cat and a dog.\n\nFriends.");
  });
});
