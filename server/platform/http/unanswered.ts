import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The answers that a connection still waits for: several where requests were sent behind one another. */
export type OpenResponses = (socket: Duplex) => readonly ServerResponse[];

/** Follows the answers of a server from their request until they are closed. */
export function watchAnswers(server: Server): OpenResponses {
  const bySocket = new WeakMap<Duplex, Set<ServerResponse>>();
  const begin = (socket: Duplex): Set<ServerResponse> => {
    const answers = new Set<ServerResponse>();
    bySocket.set(socket, answers);
    socket.once("close", () => endWaiting(answers));
    return answers;
  };
  server.on("request", ({ socket }, response) => {
    const answers = bySocket.get(socket) ?? begin(socket);
    answers.add(response);
    response.once("close", () => answers.delete(response));
  });
  return (socket) => [...(bySocket.get(socket) ?? [])];
}

/**
 * Before version 26 Node tells nothing to an answer whose turn had not come when its connection was lost: a stream would wait
 * for ever to be read.
 */
function endWaiting(answers: ReadonlySet<ServerResponse>): void {
  for (const answer of answers) if (answer.socket === null && !answer.destroyed) answer.destroy().emit("close");
}
