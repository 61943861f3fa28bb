import { expect, test } from 'vitest'
import { profileProblems } from '../../contract/profile-rules.ts'
import { someSession } from '../testing/browser-globals.ts'
import { differingFields, draftOf, profileFields, rebase } from './profile-draft.ts'
import { fieldsOnScreen } from './profile-field-table.ts'

const stored = draftOf({
  ...someSession.user,
  location: 'Accra',
  company: 'Acme',
  job_title: 'Analyst',
  experience: 0,
  age: 34,
})

test('a stored profile stands in the form as text, what is not known empty, and zero years as 0', () => {
  expect(stored).toMatchObject({ name: 'Ama Mensah', phone: '', gender: '', experience: '0', age: '34' })
  expect(Object.keys(stored)).toEqual([...profileFields])
})

test('only what says something else is a change; spaces around are none', () => {
  expect(differingFields(stored, { ...stored, company: ' Acme ' })).toEqual([])
  expect(differingFields(stored, { ...stored, age: '', location: 'Tema' })).toEqual(['location', 'age'])
})

test('faults 132: laid over a newer profile, a field keeps what was typed and every other one follows the newer', () => {
  const typed = { ...stored, company: 'Mine Foods', age: '' }
  const newer = { ...stored, company: 'Their Foods', job_title: 'Director', location: 'Kumasi' }
  expect(rebase(stored, typed, newer)).toEqual({
    ...stored,
    company: 'Mine Foods',
    age: '',
    job_title: 'Director',
    location: 'Kumasi',
  })
})

test('a field typed back to what it was is not touched: it follows the newer profile', () => {
  const newer = { ...stored, company: 'Their Foods' }
  expect(rebase(stored, { ...stored, company: 'Acme ' }, newer).company).toBe('Their Foods')
})

test.each(
  profileFields.flatMap(field =>
    (fieldsOnScreen[field].suggestions ?? []).map(text => [field, text] as const),
  ),
)('what is suggested for %s, %s, holds to its rule', (field, text) => {
  expect(profileProblems({ [field]: text })[field]).toBeUndefined()
})
