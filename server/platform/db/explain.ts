import { OperatorError } from "#shared/operator-error.ts";
import { ESCAPES } from "../env.ts";

const LONGEST = 300;

/** For whoever runs the product; other errors as they are. With `url` the sentence names server, user and database. */
export function databaseProblem(error: unknown, url?: string): unknown {
  if (error instanceof OperatorError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if ("syscall" in cause && cause.syscall === "open") {
      const path = String(Reflect.get(cause, "path"));
      if (url === undefined || !decodeURIComponent(url).includes(path)) return error;
      return new OperatorError(`DATABASE_URL names the file ${path}, which can't be read (${code}): set another path.`);
    }
    const sentence = sentenceFor(code, cause.message, placeOf(url));
    if (sentence !== undefined) return new OperatorError(sentence, { cause: error });
  }
  return error;
}

interface Place {
  host: string;
  user: string;
  database: string;
}

function placeOf(url: string | undefined): Place {
  if (url === undefined || !URL.canParse(url)) return { host: "the database's server", user: "?", database: "?" };
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const user = searchParams.get("user") ?? decodeURIComponent(username);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  const at = searchParams.get("port") ?? (port || "5432");
  return {
    host: host.startsWith("/") ? `the socket ${host}/.s.PGSQL.${at}` : `${host || "localhost"}:${at}`,
    user: user || "?",
    database: decodeURIComponent(pathname.slice(1)) || user || "?",
  };
}

function sentenceFor(code: string, message: string, place: Place): string | undefined {
  return (
    connectionProblem(code, message, place) ??
    tlsProblem(code, message, place) ??
    loginProblem(code, message, place) ??
    resourceProblem(code)
  );
}

function connectionProblem(code: string, message: string, { host }: Place): string | undefined {
  const check = "Is it running, and is the address in DATABASE_URL right?";
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return `The database can't be reached: nothing answers at ${host}. ${check}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The database can't be reached: there is no host of that name, ${host}. ${check}`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ECONNRESET":
    case "EPIPE":
      return `The database can't be reached: no way leads to ${host} (${code}). ${check}`;
    default:
      break;
  }
  if (/timeout exceeded when trying to connect|timeout expired/.test(message))
    return `The database can't be reached: ${host} does not answer in time. ${check}`;
  if (/Connection terminated|Query read timeout/.test(message))
    return `The database can't be reached: the connection to ${host} was lost. ${check}`;
  return undefined;
}

/** With `sslmode=require` the driver checks certificates too. */
function tlsProblem(code: string, message: string, { host }: Place): string | undefined {
  const server = `PostgreSQL at ${host}`;
  if (/does not support SSL/.test(message)) return `${server} has no TLS: take sslmode and ssl out of DATABASE_URL.`;
  if (/no pg_hba.conf entry for .*(no encryption|SSL off)|SSL required/.test(message))
    return `${server} wants TLS: add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=FILE for a certificate of your own.`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${server} is made for another name: set that name as the host in DATABASE_URL.`;
  if (code === "CERT_HAS_EXPIRED") return `The certificate of ${server} has expired: renew it there.`;
  if (/CERT|UNABLE_TO_VERIFY/.test(code))
    return `The certificate of ${server} is not trusted (${code}): give the file of its authority with ?sslmode=verify-full&sslrootcert=FILE in DATABASE_URL, or take any certificate with ?sslmode=no-verify.`;
  return undefined;
}

function loginProblem(code: string, message: string, { host, user, database }: Place): string | undefined {
  const server = `PostgreSQL at ${host}`;
  // Mostly PostgreSQL says that the password is wrong.
  if (/^role ".*" does not exist$/.test(message))
    return `${server} knows no user '${user}': make it (CREATE ROLE "${user}" LOGIN PASSWORD '...'), or set another one in DATABASE_URL.`;
  if (/^(Peer|Ident) authentication failed/.test(message))
    return `${server} lets '${user}' in from the system's account of that name alone: start the product as that account, or set a user with a password and 127.0.0.1 as the host in DATABASE_URL.`;
  if (/no pg_hba.conf entry/.test(message))
    return `${server} does not let '${user}' in from this machine: add a line for it to its pg_hba.conf.`;
  const parameter = /unsupported startup parameter: (\w+)/.exec(message)?.[1];
  if (parameter !== undefined)
    return `The pooler at ${host} does not take ${parameter}: take it out of DATABASE_URL, or name it in the pooler's ignore_startup_parameters.`;
  if (
    code === "28P01" ||
    code === "28000" ||
    /SASL|authentication failed|password must be a string|no such user/.test(message)
  )
    return `${server} refuses the user '${user}' or the password: check both in DATABASE_URL (in it, ${ESCAPES}).`;
  if (code === "3D000" || /^database ".*" does not exist$|^no such database/.test(message))
    return `${server} has no database '${database}': make it (CREATE DATABASE "${database}" OWNER "${user}"), or set another one in DATABASE_URL.`;
  if (code === "42501")
    return `'${user}' may not make tables in the database '${database}' (${message.slice(0, LONGEST)}): give it the database (ALTER DATABASE "${database}" OWNER TO "${user}"), or set another user in DATABASE_URL.`;
  return undefined;
}

function resourceProblem(code: string): string | undefined {
  switch (code) {
    case "53100":
      return "The disk of the database is full: make room there.";
    case "53300":
      return "The database has no connection left: raise its max_connections; each process of the product takes 21.";
    case "57P03":
      return "The database is still starting, or recovering from a crash: try again when it is ready.";
    case "25006":
      return "The database is read-only, such as a standby: set the address of its primary in DATABASE_URL.";
    default:
      return undefined;
  }
}
