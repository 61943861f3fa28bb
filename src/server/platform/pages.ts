/** A page of a list that goes on while there is a cursor. */
export interface Page<Item> {
  data: readonly Item[]
  next_cursor: string | null
}

type ReadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>

/** All pages, each read only when it is wanted. */
export async function* pagesOf<Item>(readPage: ReadPage<Item>): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    yield page.data
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** The items of all pages, one page in memory at a time. */
export async function* itemsOf<Item>(readPage: ReadPage<Item>): AsyncGenerator<Item> {
  for await (const page of pagesOf(readPage)) yield* page
}
