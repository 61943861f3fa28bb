import { describe, expect, test } from 'vitest'
import { profileOf, profileProblems } from './profile-rules.ts'

const good = {
  name: 'Ama Mensah',
  location: 'Accra',
  phone: '',
  gender: 'Female',
  occupation: 'Researcher',
  industry: 'Foods',
  company: 'Acme',
  job_title: 'Analyst',
  education: 'Diploma',
  experience: '4',
  age: '',
}
const wordsOf = (overrides: Record<string, unknown>) => profileProblems({ ...good, ...overrides })

test('a good form has no problem', () => {
  expect(profileProblems(good)).toEqual({})
})

test('all checks run; fields come in the order of the specification, in its words', () => {
  expect(Object.entries(profileProblems({ phone: 'x', age: 'x' }))).toEqual([
    ['location', ['Please enter a valid location.']],
    ['gender', ['Please enter a valid gender.']],
    ['occupation', ['Please enter a valid occupation.']],
    ['industry', ['Please enter a valid industry.']],
    ['company', ['Please enter a valid company.']],
    ['job_title', ['Please enter a valid job title.']],
    ['education', ['Please enter a valid education level.']],
    ['experience', ['Please enter a valid experience level.']],
    ['name', ['Please enter a valid name.']],
    ['phone', ['Please enter a valid phone number.']],
    ['age', ['Please enter a valid age.']],
  ])
})

describe.each(['location', 'gender', 'occupation', 'industry', 'company', 'job_title', 'education'])(
  'the text field %s',
  field => {
    // spec: S5.profile.2
    test.each([
      ['two letters', 'UK'],
      ['spaces around', '  UK  '],
      ['letters of any script with marks', 'Ọ̀ṣọ́gbo'],
      ['Arabic', 'القاهرة'],
      ['Amharic', 'አዲስ አበባ'],
      ['all that is allowed', "St. Mary's, 2nd Ave-North"],
      ['the curly apostrophe of a phone', 'Adwoa’s'],
      ['120 letters', 'a'.repeat(120)],
    ])('takes %s', (_, text) => expect(wordsOf({ [field]: text })).toEqual({}))

    // spec: S5.profile.2, S9.profile.1
    test.each([
      ['nothing', ''],
      ['spaces alone', '    '],
      ['one letter', ' a '],
      ['digits alone', '2024'],
      ['marks alone', ".,'-"],
      ['an ampersand', 'Food & drink'],
      ['markup', '<b>Acme</b>'],
      ['a slash', 'a/b'],
      ['an underline', 'a_b'],
      ['a line break', 'Acme\nFoods'],
      ['an emoji', 'Acme 🙂'],
      ['121 letters', 'a'.repeat(121)],
      ['null', null],
      ['a number', 12],
    ])('refuses %s', (_, text) => expect(Object.keys(wordsOf({ [field]: text }))).toEqual([field]))
  },
)

// spec: S5.profile.4, S9.profile.1
test('a name needs three characters, in the same letters', () => {
  expect(wordsOf({ name: 'Jo' })).toEqual({ name: ['Please enter a valid name.'] })
  expect(wordsOf({ name: 'Joy' })).toEqual({})
  expect(wordsOf({ name: "N'Golo K." })).toEqual({})
  expect(Object.keys(wordsOf({ name: 'Ama <i>' }))).toEqual(['name'])
})

// spec: S5.profile.6
test.each([0, 80, '0', '80', ' 7 ', '07'])('experience takes %j years', experience => {
  expect(wordsOf({ experience })).toEqual({})
})

// spec: S5.profile.6
test.each([-1, 81, 2.5, '', '  ', '4+', 'ten', '100', null, undefined, true, Number.NaN, [4]])(
  'experience refuses %j',
  experience => {
    expect(wordsOf({ experience })).toEqual({ experience: ['Please enter a valid experience level.'] })
  },
)

test.each(['', '   ', null, undefined, '0241234567', '+233 24 123 4567', '024-123-4567'])(
  'the phone may be %j',
  phone => expect(wordsOf({ phone })).toEqual({}),
)

// spec: S5.profile.5
test.each(['024123456', 'my old phone', '----------', '(( + )).. -', '0'.repeat(21), 241234567, {}])(
  'the phone may not be %j',
  phone => expect(wordsOf({ phone })).toEqual({ phone: ['Please enter a valid phone number.'] }),
)

test.each(['', null, undefined, 1, 99, '34'])('the age may be %j', age => {
  expect(wordsOf({ age })).toEqual({})
})

test.each([0, 100, '3.5', -4, 'x', true])('the age may not be %j', age => {
  expect(wordsOf({ age })).toEqual({ age: ['Please enter a valid age.'] })
})

test('a form becomes a profile: trimmed, numbers as numbers, what is empty and optional null', () => {
  expect(profileOf({ ...good, company: ' Acme ', experience: '07', age: '', phone: ' 0241234567' })).toEqual({
    ...good,
    company: 'Acme',
    experience: 7,
    age: null,
    phone: '0241234567',
  })
})
