import { type FrontSettings, getFrontSettings } from '../../contract/front-settings.ts'
import { type HttpApp, mount } from '../platform/http.ts'

export function mountSettings(app: HttpApp, settings: FrontSettings): void {
  mount(app, getFrontSettings, async () => settings)
}
