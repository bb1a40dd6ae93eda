import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { showPage } from "#tests/support/page.tsx";
import { ForgotPasswordPage } from "@/features/auth/forgot-password-page.tsx";
import { LoginPage } from "@/features/auth/login-page.tsx";
import { ResetPasswordPage } from "@/features/auth/reset-password-page.tsx";

const TOKEN = "q0Yv9b1kQ2mS7rT4uW8xZ3aC6dE5fG0hJ1kL2mN3pQ4";
const OWN = "Good-Dog-2026!";
const engine = { kind: "embedded", name: "test" };
const engines = { database: engine, model: engine, speech: engine, transcription: null, files: engine };
const configWith = (mailsPasswords: boolean) => () => Response.json({ productName: "Talk", engines, mailsPasswords });
const refusal = (status: number, code: string, error: string) => () => Response.json({ error, code }, { status });
const dead = refusal(404, "link_not_valid", "This link is no longer valid. Please ask for a new one.");

let sent: { call: string; body: unknown }[];
let answers: Record<string, () => Response>;
beforeEach(() => {
  sent = [];
  answers = {
    "GET /api/config": configWith(true),
    "POST /api/auth/forgot-password": () => Response.json({ success: true }),
    "POST /api/auth/reset-password/check": () => Response.json({ username: "robin-walker" }),
    "POST /api/auth/reset-password": () => Response.json({ success: true }),
  };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    sent.push({ call: `${method} ${path}`, body: typeof body === "string" ? JSON.parse(body) : undefined });
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer();
  });
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const bodyOf = (call: string) => sent.findLast((one) => one.call === call)?.body;

async function askFor(email: string) {
  fireEvent.change(await field("Email"), { target: { value: email } });
  await press("Mail me a link");
}

describe("asking for a link", () => {
  it("is one step from the sign-in", async () => {
    answers["GET /api/auth/me"] = () => new Response(null, { status: 204 });
    showPage(<LoginPage />);
    const link = await screen.findByRole("link", { name: "Forgot your password?" });
    expect(link.getAttribute("href")).toBe("/forgot-password");
  });

  it("ends with the same words for every address", async () => {
    showPage(<ForgotPasswordPage />);
    await askFor("robin@example.com");
    expect(await screen.findByText("Look into your mail")).toBeTruthy();
    expect(screen.getByText("robin@example.com")).toBeTruthy();
    expect(bodyOf("POST /api/auth/forgot-password")).toEqual({ email: "robin@example.com" });
    await press("Use another address");
    expect((await field("Email")).value).toBe("robin@example.com");
  });

  it("says what is wrong with an address, and how long to wait", async () => {
    answers["POST /api/auth/forgot-password"] = () =>
      Response.json(
        { error: "Invalid email address", code: "invalid_input", fields: { email: "Invalid email address" } },
        { status: 400 },
      );
    showPage(<ForgotPasswordPage />);
    await askFor("robin");
    expect(await screen.findByText("Invalid email address")).toBeTruthy();
    answers["POST /api/auth/forgot-password"] = refusal(429, "rate_limited", "Please wait 40 seconds.");
    await askFor("robin@example.com");
    expect(await screen.findByText("Please wait 40 seconds.")).toBeTruthy();
  });

  it("leads to an administrator where the server sends no mail", async () => {
    answers["GET /api/config"] = configWith(false);
    showPage(<ForgotPasswordPage />);
    expect(await screen.findByText(/ask your administrator/)).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  });

  it("can be tried again where the server was away", async () => {
    delete answers["GET /api/config"];
    showPage(<ForgotPasswordPage />);
    expect(await screen.findByText("There is no connection just now.")).toBeTruthy();
    answers["GET /api/config"] = configWith(true);
    await press("Try again");
    expect(await field("Email")).toBeTruthy();
  });
});

describe("the link's page", () => {
  const open = (hash: string) => {
    window.history.replaceState(null, "", `/reset-password${hash}`);
    showPage(<ResetPasswordPage />);
  };
  const choose = async (password: string) => {
    fireEvent.change(await field("New Password"), { target: { value: password } });
    fireEvent.change(await field("Confirm New Password"), { target: { value: password } });
    await press("Save new password");
  };

  it("takes a new password, and keeps the token nowhere [T136]", async () => {
    open(`#${TOKEN}`);
    expect(await screen.findByText("robin-walker")).toBeTruthy();
    expect(window.location.href).not.toContain(TOKEN);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state])).not.toContain(TOKEN);
    await choose(OWN);
    expect(await screen.findByText("Your password is changed")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/login");
    expect(bodyOf("POST /api/auth/reset-password")).toEqual({ token: TOKEN, newPassword: OWN });
    expect(sent.every(({ call }) => !call.includes(TOKEN))).toBe(true);
  });

  it.each([
    ["used or expired", `#${TOKEN}`],
    ["not complete", ""],
  ])("offers a new link where this one is %s", async (_how, hash) => {
    answers["POST /api/auth/reset-password/check"] = dead;
    open(hash);
    expect(await screen.findByText("This link is no longer valid")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe("/forgot-password");
    expect(screen.queryByLabelText("New Password")).toBeNull();
  });

  it("says so where the link ended while the password was typed", async () => {
    open(`#${TOKEN}`);
    await field("New Password");
    answers["POST /api/auth/reset-password"] = dead;
    await choose(OWN);
    expect(await screen.findByText("This link is no longer valid")).toBeTruthy();
  });

  it("shows what is wrong with a password, and keeps it", async () => {
    answers["POST /api/auth/reset-password"] = () =>
      Response.json(
        { error: "Too common.", code: "invalid_input", fields: { newPassword: "That is too common." } },
        { status: 400 },
      );
    open(`#${TOKEN}`);
    await choose(OWN);
    expect(await screen.findByText("That is too common.")).toBeTruthy();
    expect((await field("New Password")).value).toBe(OWN);
  });
});
