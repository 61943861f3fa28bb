import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type FrontSettings, frontSettings } from '../../contract/front-settings.ts'
import type { Context } from '../platform/context.ts'
import type { Notices } from '../platform/notices.ts'
import { StartError } from '../platform/start-error.ts'
import { defaultPrivacy, defaultTerms } from './default-terms.ts'
import { withParts } from './front-parts.ts'
import { settingsChannel, storedParts } from './front-setting-versions.ts'
import { safeHtml } from './safe-html.ts'

export { type FrontPart, frontParts, partOf } from './front-parts.ts'
export { type SettingVersion, setPart, undoPart, versionsOf } from './front-setting-versions.ts'
export { readyPaper } from './ready-paper.ts'

const display = "'Bricolage Grotesque', system-ui, sans-serif"

/** The public screens as they come. The clients are made up and say so. */
const defaults: FrontSettings = {
  tagline: { text: 'Market answers you can put in front of a board.' },
  tnc: { content: defaultTerms },
  privacy: { content: defaultPrivacy },
  clients: [
    'Example Foods',
    'Sample Beverages',
    'Specimen Dairy',
    'Placeholder Home Care',
    'Sketch Snacks',
  ].map(name => ({ name, logo_url: null })),
  fonts: {
    section_1: { family: display, size: '64px', weight: '650' },
    section_2: { family: display, size: '48px', weight: '600' },
    section_3: { family: display, size: '48px', weight: '600' },
    section_4: { family: display, size: '48px', weight: '600' },
    section_5: { family: display, size: '56px', weight: '650' },
  },
}

const overrides = z.partial(frontSettings)

/**
 * The settings of the public screens: the defaults, with what the operator's JSON file says in their place. Terms and
 * privacy are made safe whoever wrote them.
 * @throws StartError with one line when the file cannot be read
 */
export function loadFrontSettings(file: string | null): FrontSettings {
  const settings = { ...defaults, ...(file && readOverrides(file)) }
  return {
    ...settings,
    tnc: { content: safeHtml(settings.tnc.content) },
    privacy: { content: safeHtml(settings.privacy.content) },
  }
}

function readOverrides(file: string): Partial<FrontSettings> {
  const read = overrides.safeParse(parsed(file))
  if (read.success)
    return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined))
  const place = read.error.issues[0]?.path.join('.')
  throw new StartError(`FRONT_SETTINGS_FILE ${file} is not valid${place ? ` at ${place}` : ''}`)
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new StartError(`FRONT_SETTINGS_FILE ${file} cannot be read: ${reason}`)
  }
}

/** The settings as they stand now: what ships or the file says, with what the operator has set since in its place. */
export async function currentSettings(ctx: Context, shipped: FrontSettings): Promise<FrontSettings> {
  return withParts(shipped, await storedParts(ctx))
}

export interface FrontSettingsStore {
  /** The settings as this instance knows them; asks the database only after a change. */
  read(ctx: Context): Promise<FrontSettings>
}

/** Public screens ask on every visit, so the answer is kept until an operator changes it, on whatever instance. */
export function createFrontSettings(notices: Notices, shipped: FrontSettings): FrontSettingsStore {
  let known: FrontSettings | null = null
  // Raised by every change: what was read under an older number may hold the words from before it.
  let generation = 1
  let knownGeneration = 0
  const forget = () => {
    generation += 1
  }
  notices.listen(settingsChannel, forget, forget)
  return {
    async read(ctx) {
      if (known && knownGeneration === generation) return known
      const asked = generation
      try {
        const found = await currentSettings(ctx, shipped)
        // A slow look that ends after a newer one must not take its place.
        if (known && asked <= knownGeneration) return known
        known = found
        knownGeneration = asked
      } catch (error) {
        if (!known) throw error
        ctx.log.warn({ err: error }, 'The front settings could not be read; the ones before are shown')
      }
      return known
    },
  }
}
