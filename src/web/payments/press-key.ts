import { ApiError } from '../platform/api-error.ts'
import { makeId } from '../platform/make-id.ts'

/** Keys of presses whose outcome is not known: pressed again it is the same purchase. */
const open = new Map<string, string>()

/** A gateway that lost the answer, or our own failure: the purchase may have been started. */
const isUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || (error.status >= 500 && error.status !== 503)

/** Runs a call that starts a purchase under the key of this press. */
export async function underPressKey<Answer>(
  press: string,
  start: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = open.get(press) ?? makeId()
  open.set(press, key)
  try {
    const answer = await start(key)
    open.delete(press)
    return answer
  } catch (error) {
    if (!isUnknown(error)) open.delete(press)
    throw error
  }
}
