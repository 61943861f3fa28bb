import type { Operation, Plan } from '../../../contract/plan.ts'
import type { Catalogue } from '../../insights/insights.ts'
import type { ResultSet } from '../claims/result-set.ts'
import type { Draft } from '../markup/write-markup.ts'
import { startWriting, type Writing } from './draft-answer.ts'
import { writeCompare } from './write-compare.ts'
import { writeConsumerProfile } from './write-consumer-profile.ts'
import { writeCountryProfile } from './write-country-profile.ts'
import { writeFeasibility } from './write-feasibility.ts'
import { writeKeyPlayers } from './write-key-players.ts'
import { writeLookup } from './write-lookup.ts'
import { writeRank } from './write-rank.ts'
import { writeSegmentProfile } from './write-segment-profile.ts'
import { writeChannelMix, writePriceVolume, writeShare } from './write-share.ts'
import { writeAskBack, writeDefinition, writeGap, writeHelp, writeHoldings } from './write-talk.ts'
import { writeGrowth, writeTrend } from './write-trend.ts'

const writers: Record<Operation, (w: Writing) => Draft[]> = {
  lookup: writeLookup,
  trend: writeTrend,
  compare: writeCompare,
  rank: writeRank,
  share: writeShare,
  growth: writeGrowth,
  price_volume: writePriceVolume,
  channel_mix: writeChannelMix,
  segment_profile: writeSegmentProfile,
  consumer_profile: writeConsumerProfile,
  key_players: writeKeyPlayers,
  country_profile: writeCountryProfile,
  feasibility: writeFeasibility,
  definition: writeDefinition,
  holdings: writeHoldings,
  gap: writeGap,
  ask_back: writeAskBack,
  help: writeHelp,
}

/** The built-in analyst's words for a plan and its results: blocks in reading order, every figure tied to its cell. */
export function writeAnswer(plan: Plan, results: ResultSet, catalogue: Catalogue): Draft[] {
  const writing = startWriting(plan, results, catalogue)
  const drafts = writers[plan.operation](writing)
  const shown = plan.chart === 'table' ? drafts.filter(draft => draft.type !== 'chart') : drafts
  if (shown.some(draft => draft.type === 'headline' || draft.type === 'ask')) return shown
  return [nothingHeld(writing), ...(shown.length > 0 ? shown : [holdingsNext(writing)])]
}

/** Where every figure that a headline needs is missing, that is the finding. */
function nothingHeld({ place, goods, plan, catalogue }: Writing): Draft {
  const measure = catalogue.measure(plan.measures[0] ?? '')?.phrase
  const what = [measure, goods].filter(Boolean).join(' of ') || 'this'
  return {
    type: 'headline',
    pieces: [
      { text: `No figure is held for ${what} in ${place || 'the places asked for'} in the time asked for.` },
    ],
  }
}

const holdingsNext = ({ ask }: Writing): Draft => ({ type: 'followups', items: [ask.holdings()] })
