import ts from 'typescript'

/** A test that says which lines of the specification it holds. */
export interface TaggedTest {
  title: string
  ids: string[]
}

export interface TagsOfFile {
  tests: TaggedTest[]
  /** Tags that say nothing of a test that runs. */
  problems: string[]
}

const tag = /^\/\/ spec:(.*)$/

/** Reads the tags of a test file: comments `// spec: S2.login.1, S2.login.2` just above a `test(…)`. */
export function readTags(fileName: string, text: string): TagsOfFile {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const tests: TaggedTest[] = []
  const problems: string[] = []
  const claimed = new Set<number>()

  function visit(node: ts.Node, isSkipped: boolean): void {
    const call = ts.isExpressionStatement(node) ? chainOf(node.expression) : null
    const isOff = isSkipped || call?.words.some(word => off.has(word)) === true
    if (call?.words[0] === 'test') {
      const comments = tagsAbove(node)
      for (const { at } of comments) claimed.add(at)
      const ids = comments.flatMap(comment => comment.ids)
      if (ids.length > 0 && isOff) problems.push(`'${call.title}' holds ${ids.join(', ')} but does not run`)
      else if (ids.length > 0) tests.push({ title: call.title, ids })
    }
    ts.forEachChild(node, child => visit(child, isOff))
  }

  function tagsAbove(node: ts.Node): { at: number; ids: string[] }[] {
    return (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).flatMap(({ pos, end }) => {
      const ids = tag.exec(text.slice(pos, end))?.[1]
      return ids === undefined ? [] : [{ at: pos, ids: ids.split(',').map(id => id.trim()) }]
    })
  }

  visit(source, false)
  for (const { index } of text.matchAll(/\/\/ spec:/g)) {
    if (!claimed.has(index)) problems.push(`line ${lineOf(source, index)}: a tag that stands above no test`)
  }
  return { tests, problems }
}

/** What keeps a test from running, always or for now. */
const off = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails', 'only'])

/** The words of `test.each(rows)('title', …)`, here test and each, and its title; null for any other expression. */
function chainOf(expression: ts.Expression): { words: string[]; title: string } | null {
  if (!ts.isCallExpression(expression)) return null
  const [first] = expression.arguments
  const title = first && ts.isStringLiteralLike(first) ? first.text : (first?.getText() ?? '')
  const words: string[] = []
  let inner: ts.Expression = expression
  while (!ts.isIdentifier(inner)) {
    if (ts.isCallExpression(inner)) inner = inner.expression
    else if (ts.isTaggedTemplateExpression(inner)) inner = inner.tag
    else if (ts.isPropertyAccessExpression(inner)) {
      words.unshift(inner.name.text)
      inner = inner.expression
    } else return null
  }
  return { words: [inner.text, ...words], title }
}

const lineOf = (source: ts.SourceFile, at: number) => source.getLineAndCharacterOfPosition(at).line + 1
