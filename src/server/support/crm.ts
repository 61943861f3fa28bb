/** One ticket as a CRM takes it, by the CRM's own names of the fields. */
export type Lead = Readonly<Record<string, string>>

/**
 * What became of one lead of a batch. `refused`: as it is, it will never be taken. A `reason` may repeat what was sent, so
 * it is kept with the ticket; a log has the `code`.
 */
export type LeadAnswer =
  | { kind: 'taken'; leadId: string | null }
  | { kind: 'refused'; code: string; reason: string; field: string | null }
  | { kind: 'not-now'; code: string; reason: string }

/** A CRM that takes tickets as leads. */
export interface Crm {
  /** The custom fields that hold the last question and its answer; null where they are not to be sent. */
  fields: { lastPrompt: string | null; lastAnswer: string | null }
  /**
   * Hands leads over, at most 100, and says what became of each, in their order.
   * @throws CrmAway where the whole call failed
   */
  insert(leads: readonly Lead[]): Promise<LeadAnswer[]>
}

/** The CRM cannot be reached or takes nothing at the moment: the same later may do. */
export class CrmAway extends Error {
  override name = 'CrmAway'
}
