/** An end that needs no stack: its message is one plain line for whoever runs the command. */
export class PlainError extends Error {}
