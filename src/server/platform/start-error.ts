/** A start that cannot go on. Its message is one plain line for the operator; the start prints it and ends. */
export class StartError extends Error {
  override name = 'StartError'
}
