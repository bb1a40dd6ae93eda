import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Offered = Record<string, { name: string; dir: string }>;
const many: Offered = {
  en: { name: "English", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
};

const chosen = vi.fn();

/** As at the start of a page, in German. */
async function partsOf(screenLanguages: Offered) {
  vi.resetModules();
  vi.doMock("#shared/screen-languages.ts", () => ({ screenLanguages }));
  const i18n = await vi.importActual<typeof import("@/lib/i18n.tsx")>("@/lib/i18n.tsx");
  vi.doMock("@/lib/i18n.tsx", () => ({ ...i18n, chooseLanguage: chosen }));
  await i18n.startLanguage("de");
  const { LanguageSwitch } = await import("./language-switch.tsx");
  const { Menu } = await import("./menu.tsx");
  const menu = (
    <Menu button={<button type="button">Wanda</button>}>
      {(items) => (
        <>
          <items.MenuItem>My data</items.MenuItem>
          <items.LanguageMenuItems />
        </>
      )}
    </Menu>
  );
  return { LanguageSwitch, menu, i18n };
}

beforeEach(() => chosen.mockClear());
afterEach(() => {
  vi.doUnmock("#shared/screen-languages.ts");
  vi.doUnmock("@/lib/i18n.tsx");
  vi.resetModules();
});

describe("the language of the screens", () => {
  it("is chosen among languages in their own words, that of the page being marked", async () => {
    const { LanguageSwitch } = await partsOf(many);
    render(<LanguageSwitch />);
    const list = screen.getByRole<HTMLSelectElement>("combobox");
    expect([...list.options].map(({ label, lang }) => [label, lang])).toEqual([
      ["English", "en"],
      ["Deutsch", "de"],
      ["العربية", "ar"],
    ]);
    expect(list.value).toBe("de");
    await userEvent.selectOptions(list, "العربية");
    expect(chosen).toHaveBeenCalledExactlyOnceWith("ar");
    expect(list.value).toBe("de");
  });

  it("opens its list by an arrow, which else chooses another language at once on some systems", async () => {
    const { LanguageSwitch } = await partsOf(many);
    render(<LanguageSwitch />);
    const list = screen.getByRole("combobox");
    const showPicker = vi.fn();
    Object.assign(list, { showPicker });
    await userEvent.tab();
    expect(document.activeElement).toBe(list);
    await userEvent.keyboard("{ArrowDown}");
    expect(showPicker).toHaveBeenCalledOnce();
    expect(chosen).not.toHaveBeenCalled();
  });

  it("can't be chosen in a built page before its script runs, where the choice would be lost", async () => {
    const { LanguageSwitch } = await partsOf(many);
    expect(renderToString(<LanguageSwitch />)).toMatch(/<select[^>]* disabled=""/);
  });

  it("is chosen in a menu by keys too", async () => {
    const { menu } = await partsOf(many);
    render(menu);
    screen.getByRole("button", { name: "Wanda" }).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("menu");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    const german = await screen.findByRole("menuitemradio", { name: "Deutsch" });
    expect([german.lang, german.getAttribute("aria-checked")]).toEqual(["de", "true"]);
    expect(screen.getByRole("menuitem", { expanded: true })).toBeTruthy();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(chosen).toHaveBeenCalledExactlyOnceWith("en");
  });

  it("is no question where one language is offered", async () => {
    const { LanguageSwitch, menu } = await partsOf({ en: { name: "English", dir: "ltr" } });
    const page = render(<LanguageSwitch />).container;
    expect(page.innerHTML).toBe("");
    render(menu);
    await userEvent.click(screen.getByRole("button", { name: "Wanda" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["My data"]);
  });

  it("is kept for a year in the cookie that the server reads, and the page is loaded anew", async () => {
    const { i18n } = await partsOf(many);
    const written = vi.spyOn(document, "cookie", "set");
    const reload = vi.fn();
    i18n.chooseLanguage("ar", reload);
    expect(written).toHaveBeenCalledWith("language=ar; path=/; max-age=31536000; SameSite=Lax");
    expect(reload).toHaveBeenCalledOnce();
  });
});
