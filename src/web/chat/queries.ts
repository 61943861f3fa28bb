import { queryOptions, useQuery } from '@tanstack/react-query'
import type {
  Conversation,
  chatHistory,
  deleteConversation,
  editConversation,
  restoreConversation,
  searchHistory,
  thread,
} from '../../contract/chat.ts'
import { call } from '../platform/api.ts'
import { storageKeys } from '../platform/config.ts'
import { queryClient } from '../platform/query-client.ts'
import { getSession } from '../platform/session-store.ts'
import { isRecord, readStored, writeStored } from '../platform/storage.ts'
import { exchangesOf } from './thread.ts'
import { type LoadedThread, withEarlier, withNewest } from './thread-pages.ts'

/** Conversations by label, labels in the server's order. */
export type History = Record<string, Conversation[]>

const isHistory = (value: unknown): value is History =>
  isRecord(value) && Object.values(value).every(group => Array.isArray(group))

const historyKey = ['chat', 'history'] as const
const threadKey = (sessionKey: string) => ['chat', 'thread', sessionKey] as const
const cacheKey = () => storageKeys.history(getSession()?.user.id ?? '')

async function readHistory(): Promise<History> {
  const asker = getSession()?.user.id
  const { sessions } = await call<typeof chatHistory>({ method: 'GET', path: '/chat/chat_history' })
  // Who signed out meanwhile, or signed in as somebody else, leaves no copy behind.
  if (asker && asker === getSession()?.user.id) writeStored(cacheKey(), newestOf(sessions))
  return sessions
}

/** Conversations the browser keeps: more than a screen shows, little enough to be read before the first drawing. */
const keptMax = 100

/** The newest conversations of a history, under their labels. */
function newestOf(history: History): History {
  let left = keptMax
  const groups = Object.entries(history).map(([label, group]) => {
    const kept = group.slice(0, left)
    left -= kept.length
    return [label, kept] as const
  })
  return Object.fromEntries(groups.filter(([, group]) => group.length > 0))
}

/** The conversations: at once from the browser's copy, then from the server. */
export const useHistory = () =>
  useQuery({
    queryKey: historyKey,
    queryFn: readHistory,
    initialData: () => readStored(cacheKey(), isHistory) ?? undefined,
    initialDataUpdatedAt: 0,
  })

/** The conversations in whose titles and questions the server finds a text; asked for nothing without one. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: [...historyKey, 'search', text],
    queryFn: async ({ signal }): Promise<History> => {
      const body = { text }
      return (await call<typeof searchHistory>({ method: 'POST', path: '/chat/search', body, signal }))
        .sessions
    },
    enabled: text !== '',
  })

export const refreshHistory = () => queryClient.invalidateQueries({ queryKey: historyKey })

async function readPage(sessionKey: string, before?: string, signal?: AbortSignal): Promise<LoadedThread> {
  const body = { session_key: sessionKey, ...(before && { before }) }
  const page = await call<typeof thread>({
    method: 'POST',
    path: '/chat/thread',
    body,
    ...(signal && { signal }),
  })
  return { exchanges: exchangesOf(page.thread), hasEarlier: page.earlier ?? false }
}

const threadOptions = (sessionKey: string) =>
  queryOptions({
    queryKey: threadKey(sessionKey),
    queryFn: async ({ signal }) => {
      const newest = await readPage(sessionKey, undefined, signal)
      return withNewest(queryClient.getQueryData<LoadedThread>(threadKey(sessionKey)), newest)
    },
    refetchOnWindowFocus: false,
    // Answers of a megabyte are not compared to the letter: what is the same is known by its turn.
    structuralSharing: false,
  })

export const useThread = (sessionKey: string | null) =>
  useQuery({ ...threadOptions(sessionKey ?? ''), enabled: sessionKey !== null })

/** Reads the newest page of a conversation ahead of its drawing; a failure shows when it is drawn. */
export const fetchThread = (sessionKey: string): Promise<void> =>
  queryClient.prefetchQuery(threadOptions(sessionKey))

/** Loads the page before the first exchange that is loaded; `onPage` is called just before it shows. Throws ApiError. */
export async function loadEarlier(sessionKey: string, onPage: () => void): Promise<void> {
  const { queryKey } = threadOptions(sessionKey)
  const first = (loaded: LoadedThread | undefined) => loaded?.exchanges[0]?.turnId
  const before = first(queryClient.getQueryData(queryKey))
  if (before === undefined) return
  const page = await readPage(sessionKey, before)
  onPage()
  queryClient.setQueryData(queryKey, known =>
    known && first(known) === before ? withEarlier(known, page) : known,
  )
}

/** The exchanges of a conversation as far as they are loaded. */
export const knownThread = (sessionKey: string) =>
  queryClient.getQueryData(threadOptions(sessionKey).queryKey)?.exchanges

/** A conversation that has just begun: there is nothing to load, its first turn is live. */
export const beginThread = (sessionKey: string) =>
  queryClient.setQueryData(
    threadOptions(sessionKey).queryKey,
    known => known ?? { exchanges: [], hasEarlier: false },
  )

export const refreshThread = (sessionKey: string) =>
  queryClient.invalidateQueries({ queryKey: threadKey(sessionKey) })

/** Shows a change of the history, and of what was found in it, before the server has confirmed it, and its view after. */
async function changeHistory(
  change: (one: Conversation) => Conversation | null,
  send: () => Promise<unknown>,
) {
  await queryClient.cancelQueries({ queryKey: historyKey })
  const before = queryClient.getQueriesData<History>({ queryKey: historyKey })
  queryClient.setQueriesData<History>({ queryKey: historyKey }, known => {
    // Nothing was asked for there yet.
    if (!known) return undefined
    const groups = Object.entries(known).map(([label, group]) => {
      return [label, group.flatMap(one => change(one) ?? [])] as const
    })
    return Object.fromEntries(groups.filter(([, group]) => group.length > 0))
  })
  try {
    await send()
  } catch (error) {
    for (const [key, history] of before) queryClient.setQueryData(key, history)
    throw error
  } finally {
    void refreshHistory()
  }
}

/** Renames or pins. Throws ApiError. */
export const editHistory = (sessionKey: string, edit: { title?: string | null; pinned?: boolean }) =>
  changeHistory(
    one => (one.session_key === sessionKey ? { ...one, ...edit } : one),
    () =>
      call<typeof editConversation>({
        method: 'PATCH',
        path: '/chat/sessions/:session_key',
        params: { session_key: sessionKey },
        body: edit,
      }),
  )

/** Deletes a conversation with its answers. Throws ApiError. */
export const deleteFromHistory = (sessionKey: string) =>
  changeHistory(
    one => (one.session_key === sessionKey ? null : one),
    () =>
      call<typeof deleteConversation>({
        method: 'DELETE',
        path: '/chat/sessions/:session_key',
        params: { session_key: sessionKey },
      }),
  )

/** Undoes a deletion. Throws ApiError. */
export async function restoreToHistory(sessionKey: string): Promise<void> {
  await call<typeof restoreConversation>({
    method: 'POST',
    path: '/chat/sessions/:session_key/restore',
    params: { session_key: sessionKey },
  })
  await Promise.all([refreshHistory(), refreshThread(sessionKey)])
}

/** What a conversation is called. */
export const titleOf = (one: Conversation) => one.title || one.first_message
