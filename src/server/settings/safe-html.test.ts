import { describe, expect, test } from 'vitest'
import { safeHtml } from './safe-html.ts'
import { loadFrontSettings } from './settings.ts'

describe('operator HTML', () => {
  test('plain tags and links stay, attributes go', () => {
    expect(safeHtml('<h2 class="x" onclick="y">A &amp; B</h2><p>C<br/>D</p>')).toBe(
      '<h2>A &amp; B</h2><p>C<br>D</p>',
    )
    expect(safeHtml('<a title="t" href="https://a.example/?x=1&amp;y=2">L</a>')).toBe(
      '<a href="https://a.example/?x=1&amp;y=2" rel="noopener nofollow">L</a>',
    )
    expect(safeHtml('<a href="mailto:a@b.co">m</a>')).toContain('href="mailto:a@b.co"')
  })

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x></SCRIPT>',
    '<scr<script>ipt>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src=x onerror=alert(1)//',
    '<svg/onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="https://x" onmouseover="alert(1)">x</a>',
    '<p style="background:url(//x)">x</p>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<!--><script>alert(1)</script>-->',
    '<style>@import url(//x)</style>',
    '<p/onclick=alert(1)>x',
    '<p><math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<template><script>alert(1)</script></template>',
    '<<p>script>alert(1)<</p>/script>',
    '<p title="<script>alert(1)</script>">x</p>',
    '&lt;script&gt;alert(1)',
  ])('%j leaves nothing that runs or loads', html => {
    const safe = safeHtml(html)
    const tags = [...safe.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
    for (const tag of tags) {
      expect(tag).toMatch(
        /^<\/?(?:p|h[1-4]|a|b|i|em|strong)>$|^<a href="https:\/\/[^"<>\s]*" rel="noopener nofollow">$/,
      )
    }
    expect(safe.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/)
  })

  test('the terms and privacy that ship come through unchanged', () => {
    const { tnc, privacy } = loadFrontSettings(null)
    for (const { content } of [tnc, privacy]) {
      expect(content.match(/<h3>/g)?.length).toBeGreaterThan(4)
      expect(content).not.toContain('&lt;')
    }
  })
})
