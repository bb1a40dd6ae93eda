import type { Transporter } from "nodemailer";
import type { Env } from "../env.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Sends nothing. Throws MailError. */
  check(): Promise<void>;
}

/** Holds nothing of a mail or its recipient, so that it may be logged. */
export class MailError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The mail server failed (${code}).`);
    this.code = code;
  }
}

const STEP_MS = 10_000;
const SILENCE_MS = 30_000;

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
  // Most servers send no mail.
  const transport = () => {
    opened ??= import("nodemailer").then(({ createTransport }) => createTransport(options));
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  return {
    async send(mail) {
      // An absence note must not answer.
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

/** The network's code says more than the library's own. */
function fail(error: unknown): never {
  const { originalCode, code = "unknown reason" } = Object(error);
  throw new MailError(String(originalCode ?? code));
}
