import type { AnswerDocument } from '../../contract/answer.ts'
import type { Evidence } from '../../contract/chat.ts'
import { AppError } from '../platform/errors.ts'
import { claimSources } from './claim-sources.ts'

/** What a claim of an answer stands on. @throws AppError('not_found') for an unknown claim */
export function evidenceOf(document: AnswerDocument, claimId: string): Evidence {
  const claim = document.claims.find(({ id }) => id === claimId)
  const table = document.tables.find(({ id }) => id === claim?.table)
  const columnIndex = table?.columns.findIndex(({ key }) => key === claim?.column) ?? -1
  const column = table?.columns[columnIndex]
  const value = claim && table?.rows[claim.row]?.[columnIndex]
  if (!claim || !table || !column || value === undefined) throw new AppError('not_found')
  const sources = claimSources(document.sources, table, { column, row: claim.row })
  return { claim, table, row: claim.row, column, value, sources, data_version: document.data_version }
}
