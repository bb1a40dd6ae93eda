import { connect, type Socket } from "node:net";

/** What a client gets that sends just these pieces, each once the one before is out, and waits until the connection is closed. */
export function exchange(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => sendAll(socket, pieces));
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    // A connection that is cut ends with an error, and closes all the same.
    socket.on("error", () => undefined).on("close", () => resolve(received));
  });
}

function sendAll(socket: Socket, [piece, ...rest]: readonly string[]): void {
  if (piece !== undefined) socket.write(piece, () => setImmediate(sendAll, socket, rest));
}
