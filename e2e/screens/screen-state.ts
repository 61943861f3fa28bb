import type { BrowserContextOptions, Page } from 'playwright-core'
import { desk, phone, type World } from '../open-world.ts'
import { callApi, newSignedIn, type SignedIn } from '../signed-in.ts'

export const sizes = { desk, tablet: { width: 834, height: 1112 }, phone } as const
export type SizeName = keyof typeof sizes

/** A screen in one of its states, and the way there. */
export interface ScreenState {
  /** 'login-password': the picture's name. */
  name: string
  /** Who opens it: nobody signed in, somebody new, or somebody with two conversations. */
  who: 'nobody' | 'newcomer' | 'reader'
  /** Where it begins. */
  path: string
  /** What is done there; the state stands when it ends. */
  reach?(page: Page, stage: Stage): Promise<void>
  /** Set before the page opens: what the server answers, what the browser wants. */
  before?(page: Page, stage: Stage): Promise<unknown>
  wish?: BrowserContextOptions
  /** Where it exists; everywhere by default. */
  at?: readonly SizeName[]
}

/** What states are opened on. */
export interface Stage {
  world: World
  newcomer: SignedIn
  reader: SignedIn
  /** A conversation of the reader's, with a chart. */
  chatPath: string
  /** Where an answer of it stands for everybody. */
  sharedPath: string
}

const questions = [
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'What is the feasibility of the diaper market in Ghana?',
]

/** Signs the people of the states in, lets one of them ask and share an answer. */
export async function openStage(world: World): Promise<Stage> {
  const { product } = world
  const newcomer = await newSignedIn(product)
  const reader = await newSignedIn(product)
  let answer = { session_key: '', turn_id: '' }
  for (const message of questions) {
    const body = { message, session_key: null }
    answer = await callApi<typeof answer>(product, '/chat/reply', body, reader.session)
  }
  const share = `/chat/turns/${answer.turn_id}/share`
  const { code } = await callApi<{ code: string }>(product, share, {}, reader.session)
  return {
    ...{ world, newcomer, reader },
    chatPath: `/app/chat/${answer.session_key}`,
    sharedPath: `/shared/${code}`,
  }
}

/** Opens a state in a browser of its own; close its context afterwards. */
export async function openState(stage: Stage, state: ScreenState, size: SizeName): Promise<Page> {
  const { who, path, wish = {} } = state
  const page = await stage.world.openPage(sizes[size], {
    reducedMotion: 'reduce',
    ...(who !== 'nobody' && { storageState: stage[who].storageState }),
    ...wish,
  })
  await state.before?.(page, stage)
  await page.goto(stage.world.product.url + (path === '' ? stage.chatPath : path))
  await state.reach?.(page, stage)
  return page
}
