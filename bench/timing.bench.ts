import { parseArgs } from 'node:util'
import { seededRandom } from '../src/server/insights/seeded-random.ts'
import { median } from './figures.ts'
import { type Figure, report } from './report.ts'
import { addressOf, openStage } from './timing/stage.ts'
import { openLane, type TimedAnswer } from './timing/timed-call.ts'
import { sampleOf, welch } from './timing/welch.ts'

/**
 * Whether an answer, or how long it takes, tells if an address has an account: sign-in with a wrong password, asking for
 * a reset, user_exists. Each for a known and an unknown address, in turns of a random order, every address once a call.
 * `npm run bench:timing -- --pairs 2000 --seed 1`
 */
const mostT = 4.5
const warmUps = 50

interface Asked {
  name: string
  path: string
  body(email: string): object
  status: number
  /** The answer says nothing else either. */
  hasSameBytes: boolean
  /** Connections that ask side by side: several where the server mostly waits. */
  lanes: number
}
const asked: Asked[] = [
  {
    name: 'sign-in with a wrong password',
    path: '/login',
    body: email => ({ email, password: 'Not-the-one-1' }),
    status: 401,
    hasSameBytes: true,
    lanes: 1,
  },
  {
    name: 'asking for a reset',
    path: '/password/forgot',
    body: email => ({ email }),
    status: 200,
    hasSameBytes: true,
    lanes: 2,
  },
  {
    name: 'user_exists',
    path: '/user_exists',
    body: email => ({ email }),
    status: 200,
    hasSameBytes: false,
    lanes: 1,
  },
]

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const pairs = Number(values.pairs)
const random = seededRandom(Number(values.seed), 'timing')
console.log(`Seed ${values.seed}`)

const stage = await openStage(pairs + warmUps)
const figures: Figure[] = []
try {
  for (const one of asked) figures.push(...(await measure(one)))
} finally {
  await stage.end()
}
report({
  id: 'timing',
  title: 'What an answer tells of an address',
  command: `npm run bench:timing -- --pairs ${pairs} --seed ${values.seed}`,
  how: `${pairs} pairs of a known and an unknown address in a random order, each address once a call, over kept connections, limits on and every call from a network of its own; the times are to the last byte. t is Welch’s; bytes are status, headers and body but for the request id and the date. user_exists says by its nature who exists; its two fields are all it says.`,
  figures,
})

async function measure({ name, path, body, status, hasSameBytes, lanes }: Asked): Promise<Figure[]> {
  const times: Record<'known' | 'never', number[]> = { known: [], never: [] }
  const answers = new Set<string>()
  let next = 0
  async function lane(): Promise<void> {
    const post = openLane(`${stage.url}/api${path}`)
    for (let number = next++; number < warmUps + pairs; number = next++) {
      const order = random.uniform() < 0.5 ? (['known', 'never'] as const) : (['never', 'known'] as const)
      for (const kind of order) {
        const answer = await post(body(addressOf(kind, number)))
        if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
        if (number < warmUps) continue
        times[kind].push(answer.ms)
        answers.add(hasSameBytes ? answer.bytes : fieldsOf(answer))
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const known = sampleOf(times.known)
  const never = sampleOf(times.never)
  const t = welch(known, never)
  console.log(`${name}: t ${t.toFixed(2)}, ${((known.mean - never.mean) * 1_000).toFixed(1)} µs apart`)
  return [
    {
      what: `${name}: Welch’s t`,
      ours: t.toFixed(2),
      beside: `medians ${median(times.known).toFixed(3)} and ${median(times.never).toFixed(3)} ms`,
      promise: `less than ${mostT} either way`,
      holds: Math.abs(t) < mostT,
    },
    {
      what: `${name}: ${hasSameBytes ? 'different answers' : 'different fields'}`,
      ours: String(answers.size),
      beside: `${2 * pairs} calls`,
      promise: '1',
      holds: answers.size === 1,
    },
  ]
}

/** The names of the fields alone. */
function fieldsOf({ body }: TimedAnswer): string {
  return Object.keys(JSON.parse(body) as object).join(', ')
}
