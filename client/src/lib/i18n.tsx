import { type Messages, setupI18n } from "@lingui/core";
import { LinguiContext, Trans as LinguiTrans } from "@lingui/react";
import { Children, type ComponentProps, isValidElement, type ReactNode } from "react";

/**
 * The language of the screens. It is the same as long as the page lives: the catalog is there before the first screen is
 * loaded, so that also constants of a module may be translated, and another choice loads the page anew.
 *
 * Sentences are written with the macros `t`, `plural` and `Trans` (client/locales/README.md), which call what is here.
 */
export const SOURCE_LANGUAGE = "en";

export const i18n = setupI18n({ locale: SOURCE_LANGUAGE, messages: { [SOURCE_LANGUAGE]: {} } });
const lingui = { i18n, _: i18n._.bind(i18n) };

const catalogs = import.meta.glob<{ messages: Messages }>(["../../locales/*.po", "!../../locales/en.po"]);

/** Without its catalog a page is in English, which is in the code. */
export async function startLanguage(language: string, load = catalogs[`../../locales/${language}.po`]): Promise<void> {
  if (language === SOURCE_LANGUAGE) return;
  try {
    if (load === undefined) throw new Error(`There is no catalog of ${language}.`);
    const { messages } = await load();
    i18n.loadAndActivate({ locale: language, messages });
  } catch (error) {
    reportError(error);
    Object.assign(document.documentElement, { lang: SOURCE_LANGUAGE, dir: "ltr" });
  }
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The server chooses the page's language by the cookie (server/platform/http/pages.ts). */
export function chooseLanguage(language: string, reload = () => location.reload()): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and Firefox before 140
  document.cookie = `language=${language}; path=/; max-age=${COOKIE_SECONDS}; SameSite=Lax`;
  reload();
}

type Sentence = Pick<ComponentProps<typeof LinguiTrans>, "id" | "message" | "values" | "components">;

/** A sentence with elements in it, whose words stand in elements of their own (decision 068). */
export const Trans = (sentence: Sentence) => (
  <LinguiContext value={lingui}>
    <LinguiTrans {...sentence} render={({ translation }) => <>{inElements(translation)}</>} />
  </LinguiContext>
);

const inElements = (translation: ReactNode) =>
  Children.toArray(translation).map((part) => (isValidElement(part) ? part : <span key={`${part}`}>{`${part}`}</span>));
