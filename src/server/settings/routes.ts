import { getFrontSettings } from '../../contract/front-settings.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import type { FrontSettingsStore } from './settings.ts'

export function mountSettings(app: HttpApp, settings: FrontSettingsStore): void {
  mount(app, getFrontSettings, ctx => settings.read(ctx))
}
