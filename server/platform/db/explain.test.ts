import { expect, it } from "vitest";
import { OperatorError } from "#shared/operator-error.ts";
import { databaseProblem } from "./explain.ts";

const URL_OF_A_DATABASE = "postgres://pet%40home:very-secret@db.example:6543/pets";
const failing = (code: string, message = "inner") =>
  new Error("wrapped", { cause: Object.assign(new Error(message), { code }) });

it.each([
  ["28P01", "", "PostgreSQL at db.example:6543 refuses the user 'pet@home' or the password"],
  ["28000", 'role "pet@home" does not exist', "knows no user 'pet@home': make it"],
  ["28000", "no pg_hba.conf entry for host", "does not let 'pet@home' in from this machine"],
  ["28000", 'no pg_hba.conf entry for host "x", user "pet", no encryption', "wants TLS: add ?sslmode=verify-full"],
  ["28000", 'Peer authentication failed for user "pet"', "from the system's account of that name alone"],
  ["08P01", "SASL authentication failed", "refuses the user 'pet@home' or the password"],
  ["08P01", 'database "pets" does not exist', "has no database 'pets': make it"],
  ["08P01", "unsupported startup parameter: statement_timeout", "does not take statement_timeout: take it out"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "", "is made for another name"],
  ["CERT_HAS_EXPIRED", "", "has expired"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "", "sslrootcert=FILE"],
  ["3D000", "", "has no database 'pets': make it"],
  ["42501", "permission denied for database pets", "'pet@home' may not make tables in the database 'pets'"],
  ["ECONNREFUSED", "", "nothing answers at db.example:6543"],
  ["ENOTFOUND", "", "there is no host of that name"],
  ["EHOSTUNREACH", "", "no way leads to db.example:6543"],
  ["", "timeout exceeded when trying to connect", "does not answer in time"],
  ["", "The server does not support SSL connections", "has no TLS"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "", "is not trusted"],
  ["53100", "could not extend file", "The disk of the database is full"],
  ["53300", "too many clients", "raise its max_connections"],
  ["57P03", "", "still starting"],
  ["25006", "", "read-only"],
])("explains %s %s", (code, message, words) => {
  const problem = databaseProblem(failing(code, message), URL_OF_A_DATABASE);
  if (!(problem instanceof OperatorError)) throw new Error("not explained");
  expect(problem.message).toContain(words);
  expect(problem.message).not.toMatch(/very-secret|\n/);
});

it("names the socket where the address has one", () => {
  const problem = databaseProblem(failing("ENOENT"), "postgres:///pets?host=/run/postgresql");
  expect(String(problem)).toContain("nothing answers at the socket /run/postgresql/.s.PGSQL.5432");
});

it("leaves what is no fault of the database as it is", () => {
  const error = new Error("a bug");
  expect(databaseProblem(error)).toBe(error);
});
