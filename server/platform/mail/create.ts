import type { Transporter } from "nodemailer";
import type { Env } from "../env.ts";
import { MailError, type Mailer } from "./mail.ts";

/** How long a mail server may take for each step. */
const STEP_MS = 10_000;
const SILENCE_MS = 30_000;

/** Null where no mail server is configured. */
export function createMailer({ SMTP_URL, PUBLIC_URL, MAIL_FROM, PRODUCT_NAME }: Env): Mailer | null {
  if (SMTP_URL === undefined || PUBLIC_URL === undefined) return null;
  const from = { name: `Pet ${PRODUCT_NAME}`, address: MAIL_FROM ?? `no-reply@${new URL(PUBLIC_URL).hostname}` };
  const options = {
    url: SMTP_URL,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: Promise<Transporter> | undefined;
  // Loaded with the first mail: most servers send none.
  const transport = () => {
    opened ??= import("nodemailer").then(({ createTransport }) => createTransport(options));
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return {
    async send(mail) {
      // Nobody reads answers to these mails, and an absence note must not answer them.
      const headers = { "Auto-Submitted": "auto-generated" };
      await transport()
        .then((open) => open.sendMail({ ...mail, from, headers }))
        .catch(fail);
    },
    async check() {
      await transport()
        .then((open) => open.verify())
        .catch(fail);
    },
  };
}

/** The library keeps the code of the network, which says more, beside its own. */
function fail(error: unknown): never {
  const { originalCode, code = "unknown reason" } = Object(error);
  throw new MailError(String(originalCode ?? code));
}
