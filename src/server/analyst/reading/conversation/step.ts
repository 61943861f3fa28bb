import type { CatalogueModel } from '../../../insights/insights.ts'
import type { Draft } from '../draft.ts'
import type { Edit } from './edits.ts'

/** What a clause of a follow-up says beside its own draft. */
export interface Followed {
  before: Draft
  next: Draft
  edit: Edit
  model: CatalogueModel
}

/** Takes over one part of what was asked before, as the follow-up says. */
export type Step = (draft: Draft, followed: Followed) => Draft
