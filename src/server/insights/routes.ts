import { getSuggestions, type Suggestions } from '../../contract/suggestions.ts'
import { type HttpApp, mount } from '../platform/http.ts'

export function mountInsights(app: HttpApp, suggestions: Suggestions): void {
  mount(app, getSuggestions, async () => suggestions)
}
