/** What whoever runs the product can mend. The message is one line that says what is wrong and what to set; no stack. */
export class OperatorError extends Error {}
