/** One list in the file: its name, and its items as they are read. */
export interface DataPart {
  name: string
  items(userId: string): AsyncIterable<unknown>
}

/**
 * One JSON object, written piece by piece as its reader takes it: `head`, then each part as a list, an item a line. What
 * fails in the middle ends the file unfinished, so that nobody takes it for whole.
 */
export async function* dataFile(
  head: Readonly<Record<string, unknown>>,
  parts: readonly DataPart[],
  userId: string,
): AsyncGenerator<string> {
  const fields = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  yield `{\n${fields.join(',\n')}`
  for (const { name, items } of parts) {
    yield `,\n${JSON.stringify(name)}: [`
    let isFirst = true
    for await (const item of items(userId)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
      isFirst = false
    }
    yield '\n]'
  }
  yield '\n}\n'
}
