// PDF.js gives every array a `push` written in JavaScript, because that of Node.js 20 forgets an error which nobody here waits
// for. Reading a document then takes a quarter longer. To be imported before PDF.js is.

const native = Object.getOwnPropertyDescriptor(Array.prototype, "push") ?? {};

/** To be called once PDF.js has loaded its other half, which replaces `push` too. */
export function restorePush(): void {
  Object.defineProperty(Array.prototype, "push", native);
}
