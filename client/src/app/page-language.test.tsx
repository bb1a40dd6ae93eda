import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { personOf } from "#tests/support/fixtures.ts";
import { showPage } from "#tests/support/page.tsx";

/** As at the start of a page: no screen is loaded before its language. */
async function showSignIn(language: string, load?: () => Promise<never>) {
  vi.resetModules();
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  const { startLanguage } = await import("@/lib/i18n.tsx");
  await startLanguage(language, load);
  const { LoginPage } = await import("@/features/auth/login-page.tsx");
  showPage(<LoginPage />);
}

afterEach(() => {
  vi.resetModules();
  Object.assign(document.documentElement, { lang: "", dir: "" });
});

describe("the language of the page", () => {
  it.each([
    ["en", "Sign In", "Username", "Need an account? Sign Up first from Home."],
    ["de", "Anmelden", "Benutzername", "Noch kein Konto? Registriere dich zuerst auf der Startseite."],
    ["ar", "تسجيل الدخول", "اسم المستخدم", "ليس لديك حساب؟ أنشئ حسابًا أولًا من الصفحة الرئيسية."],
    ["ja", "ログイン", "ユーザー名", "アカウントをお持ちでない方は、まずホームから登録してください。"],
  ])("is that of every word of the sign-in: %s", async (language, button, label, sentence) => {
    await showSignIn(language);
    expect(await screen.findByRole("button", { name: button })).toBeTruthy();
    expect(screen.getByLabelText(label)).toBeTruthy();
    expect(
      screen.getByText((_text, element) => element?.tagName === "P" && element.textContent === sentence),
    ).toBeTruthy();
  });

  it("is there before the screens, so that also their constants are in it", async () => {
    await showSignIn("de");
    expect(await screen.findByRole("button", { name: "Dunkel" })).toBeTruthy();
  });

  it("gives menus its direction, for their keys and their layout", async () => {
    vi.resetModules();
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    vi.stubGlobal("fetch", async () => Response.json({ user: personOf(), roles: [], permissions: [] }));
    const { startLanguage } = await import("@/lib/i18n.tsx");
    Object.assign(document.documentElement, { lang: "ar", dir: "rtl" });
    await startLanguage("ar");
    history.replaceState(null, "", "/change-password");
    const { Product } = await import("./product.tsx");
    render(<Product />);
    await userEvent.click(await screen.findByRole("button", { name: /Wanda Walker/ }));
    expect((await screen.findByRole("menu")).dir).toBe("rtl");
  });

  it("has words beside a link in elements of their own, as a translating browser needs it [T149]", async () => {
    await showSignIn("de");
    const { parentElement } = await screen.findByRole("link", { name: "Startseite" });
    expect([...(parentElement?.childNodes ?? [])].map(({ nodeName }) => nodeName)).toEqual(["SPAN", "A", "SPAN"]);
  });

  it.each([
    ["is missing", "xx", undefined],
    ["can't be loaded", "ar", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("is English where its catalog %s", async (_how, language, load) => {
    const logged = vi.fn();
    vi.stubGlobal("reportError", logged);
    Object.assign(document.documentElement, { lang: language, dir: "rtl" });
    await showSignIn(language, load);
    expect(await screen.findByRole("button", { name: "Sign In" })).toBeTruthy();
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["en", "ltr"]);
    expect(logged).toHaveBeenCalledOnce();
  });
});
