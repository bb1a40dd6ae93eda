/** The operator can mend it. The message is one line that says what is wrong and what to set; no stack is shown. */
export class OperatorError extends Error {}
