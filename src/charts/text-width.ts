/** Advance widths in thousandths of the type size, of a wide common sans, so that no real face is wider by much. */
const widths: Record<string, number> = {}
for (const [chars, width] of [
  ["ijl|'’.,:;!", 290],
  ['I frt()[]·-–', 380],
  ['“”"/\\*', 420],
  ['sJ', 520],
  ['czxkvy', 560],
  ['abdeghnopqu0123456789?$€£#_', 612],
  ['LEFT', 600],
  ['SPZYXKBVA', 670],
  ['CRUDHGNOQ+=<>−₵₦', 750],
  ['wm&', 880],
  ['MW%@', 960],
  ['…—', 1000],
] as const) {
  for (const char of chars) widths[char] = width
}

/** About how wide a text is drawn, in pixels: pure, so the server and the screen agree; errs on the wide side. */
export function textWidth(text: string, sizePx: number, bold = false): number {
  let sum = 0
  for (const char of text) sum += widths[char] ?? (char > '\u2E80' ? 1000 : 640)
  return (sum / 1000) * sizePx * (bold ? 1.08 : 1)
}

/** Cuts a text with '…' where it would be wider than `maxPx`; never cuts below one character. */
export function truncated(text: string, maxPx: number, sizePx: number, bold = false): string {
  if (textWidth(text, sizePx, bold) <= maxPx) return text
  const chars = [...text]
  while (chars.length > 1 && textWidth(`${chars.join('').trimEnd()}…`, sizePx, bold) > maxPx) chars.pop()
  return `${chars.join('').trimEnd()}…`
}

/** Breaks a text at spaces into at most `maxLines` lines of `maxPx`; the last is cut with '…'. */
export function wrapped(
  text: string,
  maxPx: number,
  sizePx: number,
  maxLines: number,
  bold = false,
): string[] {
  const lines: string[] = []
  let rest = text.trim()
  while (rest !== '' && lines.length < maxLines - 1) {
    if (textWidth(rest, sizePx, bold) <= maxPx) break
    const cut = lastFit(rest, maxPx, sizePx, bold)
    if (cut === 0) break
    lines.push(rest.slice(0, cut).trimEnd())
    rest = rest.slice(cut).trimStart()
  }
  if (rest !== '') lines.push(truncated(rest, maxPx, sizePx, bold))
  return lines
}

/** Where the last word that fits ends; 0 if not even the first one fits. */
function lastFit(text: string, maxPx: number, sizePx: number, bold: boolean): number {
  let fit = 0
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    if (textWidth(text.slice(0, at), sizePx, bold) > maxPx) break
    fit = at
  }
  return fit
}
