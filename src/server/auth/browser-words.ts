/** What a sign-in came from, in words; null for what its User-Agent does not say. */
export interface BrowserWords {
  browser: string | null
  system: string | null
}

/** In this order: most browsers name those they descend from too. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|Opera)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['UC Browser', /\bUCBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
]

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** Longer lines are no browser's; reading a few hundred characters is enough. */
const readMax = 512

/** 'Chrome 141' and 'Windows' of a browser's User-Agent line. */
export function browserWords(userAgent: string | undefined): BrowserWords {
  const line = (userAgent ?? '').slice(0, readMax)
  for (const [name, mark] of browsers) {
    const version = mark.exec(line)?.[1]
    if (version !== undefined) return { browser: `${name} ${version}`, system: systemIn(line) }
  }
  return { browser: null, system: systemIn(line) }
}

const systemIn = (line: string) => systems.find(([, mark]) => mark.test(line))?.[0] ?? null
