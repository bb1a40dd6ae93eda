import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

interface ReceivedMail {
  from: string;
  to: string[];
  /** Header lines and parts, with soft line breaks and escapes of quoted-printable taken out. */
  content: string;
}

export interface TestSmtpServer {
  /** For SMTP_URL, with a user and a password that it takes. */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** What it does with the next mails: takes them, refuses them, or leaves them without an answer. */
  behavior: "take" | "refuse" | "hang";
  /** Mails that it refused or did not answer. */
  lost: number;
  stop(): Promise<void>;
}

export const SMTP_PASSWORD = "mail+server/secret";

/** A real mail server on 127.0.0.1 that keeps what it gets. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, answer) {
      if (username === "pets" && password === SMTP_PASSWORD) answer(null, { user: username });
      else answer(new Error("Wrong user or password"));
    },
    async onData(stream, { envelope }, answer) {
      const raw = await text(stream);
      if (running.behavior !== "take") running.lost += 1;
      if (running.behavior === "hang") return;
      if (running.behavior === "refuse") return answer(new Error("The mailbox is on fire"));
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      running.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), content: decoded(raw) });
      answer(null);
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("The mail server has no port.");
  const running: TestSmtpServer = {
    url: `smtp://pets:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${address.port}`,
    port: address.port,
    mails: [],
    behavior: "take",
    lost: 0,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return running;
}

const decoded = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
