import type { Mail } from "#server/platform/mail/mail.ts";

interface ResetMail {
  to: string;
  productName: string;
  minutes: number;
  links: readonly { user: { username: string | null }; url: string }[];
}

export function resetMail({ to, productName, minutes, links }: ResetMail): Mail {
  const product = `Pet ${productName}`;
  // By no name: whoever registers with another's address would write into that person's mail.
  const beginning = "Hello,";
  const asked = `somebody, probably you, asked for a new password for ${product}.`;
  const rules = `${links.length === 1 ? "The link works" : "Each link works"} once, for ${minutes} minutes. A newer mail replaces it.`;
  const ignore = "If it was not you, you need do nothing: your password stays as it is.";
  const accounts = links.map(({ user, url }) => ({
    what: user.username === null ? "Choose a new password:" : `Choose a new password for '${user.username}':`,
    url,
  }));
  const text = [beginning, asked, ...accounts.map(({ what, url }) => `${what}\n${url}`), rules, ignore, product];
  const html = [
    ...[beginning, asked].map(escaped),
    ...accounts.map(({ what, url }) => `${escaped(what)}<br><a href="${escaped(url)}">${escaped(url)}</a>`),
    ...[rules, ignore, product].map(escaped),
  ];
  return {
    to,
    subject: `Your new password for ${product}`,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><body>${html.map((part) => `<p>${part}</p>`).join("")}</body></html>`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
