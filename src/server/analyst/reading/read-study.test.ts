import { beforeAll, expect, test } from 'vitest'
import { productCatalogue } from '../../testing/reading-examples.ts'
import { setText } from '../studies/params.ts'
import { loadLexicons } from './lexicon.ts'
import { createReader, type Reader } from './read.ts'

let reader: Reader

beforeAll(() => {
  const { catalogue, model } = productCatalogue()
  reader = createReader(loadLexicons(catalogue), model, catalogue)
})

/** 'feasibility GHA diapers'; 'none' where it asks no study. */
function studyOf(question: string, before: readonly string[] = []): string {
  const past = before.map(one => ({ question: one, shown: [] }))
  const study = reader.read(question, '2026-11-23', past)[0]?.study
  if (!study) return 'none'
  const { country, segment } = study.params
  return [study.study.id, ...[country, segment].flatMap(set => (set ? [setText(set)] : []))].join(' ')
}

test.for([
  ['What is the feasibility of the diaper market in Ghana?', 'feasibility GHA diapers'],
  ['Should we launch instant noodles in Ethiopia?', 'feasibility ETH instant_noodles'],
  ['Is there an opportunity for energy drinks in Zambia?', 'feasibility ZMB energy_drinks'],
  ['Is it worth entering Senegal with bouillon?', 'feasibility SEN bouillon_seasoning'],
  ['Which West African country should we enter with chocolate?', 'entry in west_africa chocolate'],
  ['Where should we launch beer next?', 'entry beer'],
  ['Should a new soda brand go to Kenya or Ethiopia first?', 'entry KEN|ETH soft_drinks'],
  ['SWOT of entering Ethiopia with biscuits', 'swot ETH biscuits'],
  ["Give me a one-pager on body lotion in Côte d'Ivoire", 'segment CIV skin_care'],
  ['Give me a summary of mayonnaise purchase trends in Nigeria', 'segment NGA mayonnaise'],
  ['market overview of beer', 'region beer'],
  ['Tell me about Togo', 'country TGO'],
  ['opportunities in Kenya', 'openings KEN'],
  ['Should we enter Egypt?', 'openings EGY'],
  ['One-pager on Zambia, macro plus consumer goods', 'country ZMB'],
  ['What was tea consumer behaviour in South Africa in the last calendar year?', 'consumer ZAF tea'],
  ['Who are the key players in the beverage industry in Kenya?', 'players KEN in beverages'],
  ['beer companies in Tanzania', 'players TZA beer'],
  ['price review of rice in Kenya', 'price KEN rice'],
  ['channel review of rice in Kenya', 'channels KEN rice'],
])('a question that asks for a study is read as one: %s', ([question = '', study = '']) => {
  expect(studyOf(question)).toBe(study)
})

test.for([
  'Inflation in Kenya',
  'Tell me about inflation in Ghana',
  'What is the value of beer sales in Kenya?',
  'Which country has the largest beer market?',
])('a question for figures is none: %s', question => {
  expect(studyOf(question)).toBe('none')
})

test('a study goes on with another place, and another study with what the one before was of', () => {
  const before = ['feasibility of diapers in Ghana']
  expect(studyOf('what about South Africa?', before)).toBe('feasibility ZAF diapers')
  expect(studyOf('who are the main players?', before)).toBe('players GHA diapers')
})

test('a question for figures after a study is none', () => {
  expect(studyOf('what are its five biggest categories?', ['Tell me about Zambia'])).toBe('none')
})
