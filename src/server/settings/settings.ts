import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type FrontSettings, frontSettings } from '../../contract/front-settings.ts'
import { StartError } from '../platform/start-error.ts'
import { defaultPrivacy, defaultTerms } from './default-terms.ts'
import { safeHtml } from './safe-html.ts'

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
