import type { Piece } from '../claims/verify-sentence.ts'
import { joined } from './source.ts'
import type { Operation, TalkContext } from './talk-context.ts'

const facts = ['capital', 'currency', 'language', 'region', 'income', 'groups', 'code'] as const
type Fact = (typeof facts)[number]

const isFact = (detail: string): detail is Fact => (facts as readonly string[]).includes(detail)

/** What the list of countries says: capital, currency, languages, region, income group, groups. */
export const fact: Operation = context => {
  const { parts } = context.talk
  const said = parts.details
    .filter(isFact)
    .flatMap(detail => parts.named.country.slice(0, 6).flatMap(iso3 => sayFact(context, iso3, detail)))
  const [first = context.messages.say('talk.fact.none'), ...rest] = said
  return {
    drafts: [
      { type: 'headline', pieces: first },
      ...(rest.length > 0 ? [{ type: 'paragraph' as const, heading: null, pieces: joined(rest) }] : []),
    ],
  }
}

function sayFact({ catalogue, messages, names }: TalkContext, iso3: string, what: Fact): Piece[][] {
  const country = catalogue.country(iso3)
  if (!country) return []
  const name = names.member('country', iso3)
  const { capital, currency, languages, region, incomeGroup, groups, iso2 } = country
  const blocs = groups.filter(id => id !== 'africa').map(id => catalogue.group(id)?.name ?? id)
  const values: Record<Fact, string> = {
    ...{ capital, region, income: incomeGroup.toLowerCase(), code: `${iso2}, ${iso3}` },
    currency: `${currency.name} (${currency.code})`,
    language: String(messages.textList(languages)),
    groups: String(messages.textList(blocs)),
  }
  return [messages.capital(messages.say('talk.fact', { what, name, value: values[what] }))]
}
