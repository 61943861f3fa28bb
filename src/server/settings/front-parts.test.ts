import { describe, expect, test } from 'vitest'
import { contentOf, type FrontPart, partOf, UnfitContent, withParts } from './front-parts.ts'
import { loadFrontSettings } from './settings.ts'

const fonts = (family: string, size = '48px') =>
  JSON.stringify(
    Object.fromEntries([1, 2, 3, 4, 5].map(at => [`section_${at}`, { family, size, weight: '600' }])),
  )

describe('what a file may say', () => {
  test.each<[FrontPart, string, unknown]>([
    ['tagline', ' One line \n', { text: 'One line' }],
    ['terms', '<p onclick="x()">A</p><script>b</script>', { content: '<p>A</p>' }],
    [
      'clients',
      '[{"name":"A & B","logo_url":"/logos/a.svg"},{"name":"C","logo_url":null}]',
      [
        { name: 'A & B', logo_url: '/logos/a.svg' },
        { name: 'C', logo_url: null },
      ],
    ],
    ['clients', '[]', []],
  ])('%s are kept as they may stand (%#)', (part, text, content) => {
    expect(contentOf(part, text)).toEqual(content)
  })

  test('what is shown now can be set again as it is', () => {
    const settings = loadFrontSettings(null)
    for (const part of ['clients', 'fonts'] as const) {
      const content = partOf(settings, part)
      expect(contentOf(part, JSON.stringify(content))).toEqual(content)
    }
  })

  test.each<[FrontPart, string]>([
    ['tagline', ''],
    ['tagline', 'Two\nlines'],
    ['tagline', 'x'.repeat(201)],
    ['privacy', '<script>alert(1)</script>'],
    ['privacy', 'x'.repeat(200_001)],
    ['clients', '{'],
    ['clients', '{"name":"A"}'],
    ['clients', '[{"name":"","logo_url":null}]'],
    ['clients', '[{"name":"A","logo_url":"//elsewhere.example/a.png"}]'],
    ['clients', '[{"name":"A","logo_url":"javascript:alert(1)"}]'],
    ['clients', '[{"name":"A","logo_url":"data:text/html;base64,AA=="}]'],
    ['clients', JSON.stringify(Array.from({ length: 41 }, () => ({ name: 'A', logo_url: null })))],
    ['fonts', '{"section_1":{"family":"A","size":"10px","weight":"400"}}'],
    ['fonts', fonts('x;}body{display:none')],
    ['fonts', fonts('A', '10vw')],
  ])('%s that do not fit are refused in one line (%#)', (part, text) => {
    expect(() => contentOf(part, text)).toThrow(UnfitContent)
    try {
      contentOf(part, text)
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })
})

test('what is stored stands in the place of what ships, made safe once more; what no longer fits is left out', () => {
  const shipped = loadFrontSettings(null)
  const settings = withParts(shipped, [
    { part: 'tagline', content: { text: 'Ours' } },
    { part: 'terms', content: { content: '<p>A</p><script>b</script>' } },
    { part: 'fonts', content: { section_1: 'old shape' } },
    { part: 'privacy', content: null },
  ])
  expect(settings).toEqual({ ...shipped, tagline: { text: 'Ours' }, tnc: { content: '<p>A</p>' } })
})
