/** A plan that cannot be run as it stands: an unknown id, or something the operation needs is missing. */
export class PlanError extends Error {
  readonly reason: 'unknown_id' | 'missing' | 'not_additive'
  /** The id or field at fault. */
  readonly subject: string
  constructor(reason: PlanError['reason'], subject: string, message: string) {
    super(message)
    this.name = 'PlanError'
    this.reason = reason
    this.subject = subject
  }
}
