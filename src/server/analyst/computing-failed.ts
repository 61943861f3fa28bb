import { AppError } from '../platform/errors.ts'

/** The figures could not be read, and there is nothing else to try: the failure is the reader's to know. */
export class ComputingFailed extends AppError {
  constructor(cause: unknown) {
    super('unavailable', { message: 'The figures could not be computed. Please try again.' })
    this.cause = cause
  }
}
