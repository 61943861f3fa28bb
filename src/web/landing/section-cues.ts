import { steppingCues, typingCues } from './cues.ts'
import type { Cue } from './story.ts'
import { timings } from './timings.ts'

/** All elements of the page that a script has business with, by a data attribute. */
export const marked = (name: string, within: ParentNode = document): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(`[data-${name}]`),
]

/** What moves in each section, by the section's number; a section not named only comes and goes. */
export function sectionCues(): Readonly<Record<number, () => readonly Cue[]>> {
  const type = questionTyper()
  const years = yearStepper()
  const point = tourGuide()
  return {
    1: () => typingCues(type.question, type.write),
    3: () => steppingCues(point.stops, timings.countryMs, point.to),
    5: () => steppingCues(years.all, timings.yearMs, years.show),
  }
}

/** The part not typed yet keeps its room, so that nothing moves while the question grows. */
function questionTyper() {
  const [typed] = marked('typed')
  const [untyped] = marked('untyped')
  const question = typed?.textContent ?? ''
  return {
    question,
    write(characters: number) {
      if (typed) typed.textContent = question.slice(0, characters)
      if (untyped) untyped.textContent = question.slice(characters)
    },
  }
}

/** Points at a country in the list and on the map of its section. */
function tourGuide() {
  const items = marked('stop')
  return {
    stops: items.map(item => item.dataset.stop ?? ''),
    to(iso3: string) {
      for (const item of items) item.toggleAttribute('data-pointed', item.dataset.stop === iso3)
      for (const tile of marked('country', document.getElementById('countries') ?? document)) {
        tile.toggleAttribute('data-pointed', tile.dataset.country === iso3)
      }
    },
  }
}

/** Shows one of the years in the number, the words and the tiles. */
function yearStepper() {
  const [number] = marked('year')
  const items = marked('years')[0]?.querySelectorAll('li') ?? []
  const all = [...items].map((_, at) => at)
  return {
    all,
    show(at: number) {
      if (number) number.textContent = items[at]?.textContent ?? ''
      items.forEach((item, index) => {
        item.dataset.current = String(index === at)
      })
      for (const words of marked('year-words')) words.hidden = words.dataset.yearWords !== String(at)
      for (const tile of marked('figures')) {
        tile.setAttribute('class', `tile ${tile.dataset.steps?.split(' ')[at]}`)
        const figure = tile.querySelector('.num')
        if (figure) figure.textContent = tile.dataset.figures?.split(' ')[at] ?? ''
      }
    },
  }
}
