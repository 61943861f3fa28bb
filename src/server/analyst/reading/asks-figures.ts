import { type Draft, isTested } from './draft.ts'

/** Figures of its own are asked for. */
export const asksFigures = (draft: Draft): boolean =>
  draft.measures.length + draft.slices.length + draft.stats.length > 0 ||
  isTested(draft) ||
  draft.order !== null ||
  draft.change !== null ||
  draft.per !== null ||
  draft.share ||
  draft.lead
