export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail; the product has none where no mail server is configured. */
export interface Mailer {
  /** @throws MailError */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in, and sends nothing. @throws MailError */
  check(): Promise<void>;
}

/** Names no recipient and nothing that a mail holds, so that it may be logged. */
export class MailError extends Error {
  /** The library's or the system's code, such as EAUTH or ECONNREFUSED. */
  readonly code: string;

  constructor(code: string) {
    super(`The mail server failed (${code}).`);
    this.code = code;
  }
}
