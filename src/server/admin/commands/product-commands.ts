import { type Prices, prices, priceVersions, setPrices } from '../../credits/credits.ts'
import { listProducts, priceText, setOnSale, setProduct, setProductPrice } from '../../payments/payments.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { type Act, noteAct } from '../acts.ts'
import { type Call, type Command, CommandError, neededOption, textOption, wholeNumber } from '../command.ts'
import { columns, moment } from '../plain-text.ts'

const reason = { value: '<why>', says: 'kept with the act' }
const product = '<product>'
const creditsAtMost = 10_000_000
const priceAtMost = 100_000

export const productCommands: readonly Command[] = [
  {
    name: 'products list',
    words: [],
    says: 'List what is sold, and what it costs in each currency.',
    run: list,
  },
  {
    name: 'products set',
    words: [product],
    says: 'Make a product, or change one; purchases that were started keep what they agreed to.',
    more: [
      'A new one needs name, description and credits. It is not on sale: give it prices, then products on.',
    ],
    options: {
      name: { value: '<text>', says: 'as buyers read it' },
      description: { value: '<text>', says: 'a line about it' },
      credits: { value: '<number>', says: 'how many credits it is' },
      position: { value: '<number>', says: 'its place in the list, from 1' },
      reason,
    },
    run: set,
  },
  {
    name: 'products price',
    words: [product, '<currency>', '<amount>'],
    says: 'Set what a product costs in a currency, e.g. GHS 120.50; the amount none takes the price away.',
    more: ['A provider sells what has a price in the currency that it is set to. Nothing is converted.'],
    options: { reason },
    run: price,
  },
  {
    name: 'products on',
    words: [product],
    says: 'Put a product on sale.',
    options: { reason },
    run: call => sell(call, true),
  },
  {
    name: 'products off',
    words: [product],
    says: 'Take a product off sale; purchases that were started can still be paid.',
    options: { reason },
    run: call => sell(call, false),
  },
  {
    name: 'prices list',
    words: [],
    says: 'List what answers cost in credits, by version, newest first.',
    run: listPrices,
  },
  {
    name: 'prices set',
    words: [],
    says: 'Make a new version of what answers cost; what is not named stays.',
    more: ['Answers that are being written cost what they did when they were asked for.'],
    options: {
      quick: { value: '<credits>', says: 'a quick answer, also the most it can cost' },
      deep: { value: '<credits>', says: 'an answer of Deep Research, likewise' },
      'per-thousand-tokens': { value: '<credits>', says: 'for answers by the model of a provider' },
      reason: { value: '<why>', says: 'kept with the act; needed' },
    },
    run: setPriceList,
  },
]

async function list({ tools }: Call) {
  const products = await listProducts(await tools.openDatabase())
  const rows = products.map(({ id, name, creditAmount, prices, isOnSale }) => [
    ...[id, name, String(creditAmount), prices.map(priceText).join(', ') || 'none'],
    isOnSale ? 'yes' : 'no',
  ])
  const lines = rows.length > 0 ? columns(['Id', 'Name', 'Credits', 'Prices', 'On sale'], rows) : ['None yet']
  return { data: { products }, lines }
}

async function set(call: Call) {
  const id = call.words[0] ?? ''
  const whole = (name: string, most: number) => {
    const text = textOption(call, name)
    return text === undefined ? undefined : wholeNumber(text, `--${name}`, 1, most)
  }
  const named = {
    name: textOption(call, 'name'),
    description: textOption(call, 'description'),
    creditAmount: whole('credits', creditsAtMost),
    position: whole('position', 10_000),
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw new CommandError('usage', 'Name what to set: see --help')
  const isNew = await noted(
    call,
    { act: 'products set', subject: id, detail: Object.fromEntries(given) },
    ctx => setProduct(ctx, { id, ...named }),
  )
  const words = isNew ? `${id} is made; it is not on sale yet` : `${id} is changed`
  return { data: { id, is_new: isNew }, lines: [words] }
}

async function price(call: Call) {
  const [id = '', currency = '', told = ''] = call.words
  const amount = told === 'none' ? null : told
  const act = { act: 'products price', subject: id, detail: { currency, amount } }
  await noted(call, act, ctx => setProductPrice(ctx, { id, currency, amount }))
  const words = amount === null ? `${id} has no price in ${currency}` : `${id} costs ${currency} ${amount}`
  return { data: { id, currency, amount }, lines: [words] }
}

async function sell(call: Call, isOnSale: boolean) {
  const id = call.words[0] ?? ''
  const act = { act: isOnSale ? 'products on' : 'products off', subject: id }
  const isChanged = await noted(call, act, ctx => setOnSale(ctx, id, isOnSale), Boolean)
  const words = `${id} ${isChanged ? 'is' : 'was'} ${isOnSale ? 'on' : 'off'} sale${isChanged ? ' now' : ' already'}`
  return { data: { id, changed: isChanged }, lines: [words] }
}

/** Does it and notes it in one transaction; what changed nothing is no act. */
async function noted<T>(
  call: Call,
  act: Omit<Act, 'actor' | 'reason'>,
  work: (ctx: Context) => Promise<T>,
  isAct: (done: T) => boolean = () => true,
): Promise<T> {
  const ctx = await call.tools.openDatabase()
  return inTransaction(ctx, async ctx => {
    const done = await work(ctx)
    const { actor } = call.tools
    if (isAct(done)) await noteAct(ctx, { ...act, actor, reason: textOption(call, 'reason') })
    return done
  })
}

async function listPrices({ tools }: Call) {
  const versions = await priceVersions(await tools.openDatabase())
  const rows = versions.map(({ version, createdAt, quick, deep, perThousandTokens }) => [
    ...[String(version), moment(createdAt), String(quick), String(deep), String(perThousandTokens)],
  ])
  return {
    data: { versions },
    lines: columns(['Version', 'Since', 'Quick', 'Deep', 'Per 1,000 tokens'], rows),
  }
}

async function setPriceList(call: Call) {
  neededOption(call, 'reason')
  const ctx = await call.tools.openDatabase()
  const { version: _, ...known } = pricesIn(await prices(ctx))
  const told = (name: string, before: number) => {
    const text = textOption(call, name)
    return text === undefined ? before : wholeNumber(text, `--${name}`, 1, priceAtMost)
  }
  const wanted = {
    quick: told('quick', known.quick),
    deep: told('deep', known.deep),
    perThousandTokens: told('per-thousand-tokens', known.perThousandTokens),
  }
  if (JSON.stringify(wanted) === JSON.stringify(known))
    throw new CommandError('refused', 'These are the prices already')
  const version = await noted(call, { act: 'prices set', subject: 'prices', detail: wanted }, ctx =>
    setPrices(ctx, wanted),
  )
  const { quick, deep, perThousandTokens } = wanted
  const lines = [`Version ${version}: quick ${quick}, deep ${deep}, per 1,000 tokens ${perThousandTokens}`]
  return { data: { version, ...wanted }, lines }
}

const pricesIn = ({ quick, deep, perThousandTokens, version }: Prices): Prices => ({
  ...{ quick, deep, perThousandTokens, version },
})
