import { expect, test } from 'vitest'
import { compareSpec, uncovered } from './compare-spec.ts'
import { coveragePage } from './coverage-page.ts'
import { readSection } from './spec-lines.ts'
import { readTags } from './spec-tags.ts'

const tag = (ids: string) => `// ${'spec'}: ${ids}`

const section = readSection(`# 2. Screens

Words about it.

## Login
- \`S2.login.1\` (seen): The button reads 'Continue'.
- \`S2.login.2\`: It is called.
- \`S2.shell.1\` (seen): It is paid.
`)

const tagsOf = (text: string, fileName = 'e2e/login.e2e.ts') =>
  new Map([[fileName, readTags(fileName, text)]])

test('a section is read into its lines, with their marks', () => {
  expect(section.title).toBe('2. Screens')
  expect(section.lines).toEqual([
    { id: 'S2.login.1', text: "The button reads 'Continue'.", isSeen: true },
    { id: 'S2.login.2', text: 'It is called.', isSeen: false },
    { id: 'S2.shell.1', text: 'It is paid.', isSeen: true },
  ])
})

test.each([
  ['an id of another form', '# 2. A\n- S2.login.1: x'],
  ['an unknown mark', '# 2. A\n- `S2.login.1` (unseen): x'],
  ['an id that stands twice', '# 2. A\n- `S2.login.1`: x\n- `S2.login.1`: y'],
  ['an id of another section', '# 2. A\n- `S3.login.1`: x'],
  ['no title', '- `S2.login.1`: x'],
])('%s is refused', (_, markdown) => expect(() => readSection(markdown)).toThrow())

test('a tag belongs to the test below it, plain or in rows, also inside a group', () => {
  const { tests, problems } = readTags(
    'a.test.tsx',
    `import { test } from 'vitest'
// Why this is here.
${tag('S2.login.1')}
test('one', () => {})
test('none', () => {})
describe('group', () => {
  ${tag('S2.login.1, S2.login.2')}
  ${tag('S2.shell.1')}
  test.each([[1], [2]])('rows of %i', async () => <p />)
})`,
  )
  expect(tests).toEqual([
    { title: 'one', ids: ['S2.login.1'] },
    { title: 'rows of %i', ids: ['S2.login.1', 'S2.login.2', 'S2.shell.1'] },
  ])
  expect(problems).toEqual([])
})

test.each([
  ['above a group', `${tag('S2.login.1')}\ndescribe('g', () => { test('a', () => {}) })`],
  ['above anything else', `${tag('S2.login.1')}\nconst a = 1`],
  ['inside a test', `test('a', () => {\n  ${tag('S2.login.1')}\n  expect(1).toBe(1)\n})`],
  ['at the end of a file', `test('a', () => {})\n${tag('S2.login.1')}`],
  ['above a test that is skipped', `${tag('S2.login.1')}\ntest.skip('a', () => {})`],
  ['in a group that is skipped', `describe.skip('g', () => {\n${tag('S2.login.1')}\ntest('a', () => {})\n})`],
  ['that names no line', `${tag('S2.login.9')}\ntest('a', () => {})`],
  ['that names nothing', `${tag('')}\ntest('a', () => {})`],
])('a tag %s is a problem', (_, text) => {
  expect(compareSpec([section], tagsOf(text)).problems).toHaveLength(1)
})

test('a line without a test is not covered, nor a seen one without a test in a browser', () => {
  const held = (fileName: string) =>
    uncovered(compareSpec([section], tagsOf(`${tag('S2.login.1')}\ntest('a', () => {})`, fileName)))
  expect(held('e2e/a.e2e.ts')).toMatchObject([
    { id: 'S2.login.2', lack: 'a test' },
    { id: 'S2.shell.1', lack: 'a test' },
  ])
  expect(held('src/a.test.ts')).toMatchObject([
    { id: 'S2.login.1', lack: 'a test in a browser' },
    { id: 'S2.login.2', lack: 'a test' },
    { id: 'S2.shell.1', lack: 'a test' },
  ])
})

test('the page names the tests of each line, and what is lacking', () => {
  const page = coveragePage(compareSpec([section], tagsOf(`${tag('S2.login.1')}\ntest('a | b', () => {})`)))
  expect(page).toContain('1 of 3 lines are held.')
  expect(page).toContain("| The button reads 'Continue'. | [login.e2e.ts](../e2e/login.e2e.ts): a \\| b |")
  expect(page).toContain('| `S2.login.2` | It is called. | **lacks a test** |')
  expect(page).toContain('| `S2.shell.1` seen | It is paid. | **lacks a test** |')
})
