import { expect, test } from 'vitest'
import { leadOf, type Ticket } from './lead.ts'

const fields = { lastPrompt: 'Last_Prompt', lastAnswer: null }

const aTicket = (overrides: Partial<Ticket> = {}): Ticket => ({
  id: '7d6f8c1e-0000-4000-8000-000000000002',
  userId: '7d6f8c1e-0000-4000-8000-000000000001',
  firstName: 'Ama',
  lastName: 'Mensah',
  phone: '0241234567',
  email: 'ama@example.com',
  company: 'Kejetia Foods',
  lastPrompt: 'GDP of Ghana',
  lastPromptResponse: 'US$ 82.3bn',
  description: 'The figure looks old.',
  leadSource: 'Soko Assistant',
  contentHash: 'h',
  createdAt: new Date(),
  closedAt: null,
  closedBy: null,
  closingNote: null,
  ...overrides,
})

test('a ticket becomes a lead by the CRM’s own names; what has no field there is not sent', () => {
  expect(leadOf(aTicket(), fields)).toEqual({
    First_Name: 'Ama',
    Last_Name: 'Mensah',
    Email: 'ama@example.com',
    Phone: '0241234567',
    Company: 'Kejetia Foods',
    Lead_Source: 'Soko Assistant',
    Last_Prompt: 'GDP of Ghana',
    Description: 'Ticket 7d6f8c1e-0000-4000-8000-000000000002\n\nThe figure looks old.',
  })
})

test.each([
  ['one name is the last name', { lastName: ' ', firstName: 'Ama' }, { Last_Name: 'Ama' }],
  ['no name is the address', { lastName: null, firstName: null }, { Last_Name: 'ama' }],
  [
    'nothing at all is said so',
    { lastName: null, firstName: null, email: null, company: '', phone: null },
    { Last_Name: 'Not given', Company: 'Not given' },
  ],
])('a last name and a company are always there: %s', (_, overrides, expected) => {
  const lead = leadOf(aTicket(overrides), fields)
  expect(lead).toMatchObject(expected)
  if (overrides.firstName === 'Ama') expect(lead).not.toHaveProperty('First_Name')
})

test('every field keeps to its length, and what does not fit whole stands in the description', () => {
  const longEmail = `${'a'.repeat(100)}@example.com`
  const lead = leadOf(
    aTicket({
      firstName: 'é'.repeat(60),
      lastName: '😀'.repeat(60),
      company: 'c'.repeat(120),
      phone: '1'.repeat(40),
      email: longEmail,
      lastPrompt: 'q'.repeat(4_000),
      description: 'd'.repeat(40_000),
    }),
    fields,
  )
  const lengths = Object.fromEntries(Object.entries(lead).map(([name, value]) => [name, value.length]))
  expect(lengths).toMatchObject({ First_Name: 40, Last_Name: 79, Company: 100, Last_Prompt: 2_000 })
  expect(lead.Last_Name?.isWellFormed()).toBe(true)
  expect(lead).not.toHaveProperty('Phone')
  expect(lead).not.toHaveProperty('Email')
  expect(lead.Description).toContain(`Email: ${longEmail}\nPhone: ${'1'.repeat(40)}`)
  for (const line of [
    `First Name: ${'é'.repeat(60)}`,
    `Last Name: ${'😀'.repeat(60)}`,
    `Company: ${'c'.repeat(120)}`,
  ])
    expect(lead.Description).toContain(`${line}\n`)
  expect(lead.Description?.length).toBe(32_000)
})

test('faults 126: secrets are taken out of free text, and a line break or a hidden sign out of the others', () => {
  const lead = leadOf(
    aTicket({
      lastName: 'Mensah\r\nX: y\u202e',
      description: 'password is Marigold-42!',
      lastPrompt: 'token=abc',
    }),
    fields,
  )
  expect(lead.Last_Name).toBe('Mensah X: y')
  expect(lead.Description).toContain('password is [removed]')
  expect(lead.Last_Prompt).toBe('token=[removed]')
})

test('faults 126: what had no place in its field stands in the description without secrets too', () => {
  const lead = leadOf(
    aTicket({ phone: 'call me. password: hunter2secretxxxxxxxxx', email: 'card 4111 1111 1111 1111' }),
    fields,
  )
  expect(lead.Description).toContain('Email: card [removed]\nPhone: call me. password: [removed]\n')
  expect(lead.Description).toContain(aTicket().id)
})

test('every field that the CRM refuses keeps its value in the description, the last question after the message', () => {
  const lead = leadOf(aTicket(), fields, ['First_Name', 'Email', 'Lead_Source', 'Last_Prompt'])
  expect(lead).toEqual({
    Last_Name: 'Mensah',
    Phone: '0241234567',
    Company: 'Kejetia Foods',
    Description: [
      'Ticket 7d6f8c1e-0000-4000-8000-000000000002',
      'First Name: Ama',
      'Email: ama@example.com',
      'Lead Source: Soko Assistant',
      '',
      'The figure looks old.',
      '',
      'Last Prompt: GDP of Ghana',
    ].join('\n'),
  })
})

test('a field that the CRM refused is left out and its value kept; what it needs is never left out', () => {
  const lead = leadOf(aTicket(), fields, ['Phone', 'Lead_Source', 'Last_Name'])
  expect(lead).not.toHaveProperty('Phone')
  expect(lead).not.toHaveProperty('Lead_Source')
  expect(lead.Description).toContain('Phone: 0241234567')
  expect(lead.Last_Name).toBe('Mensah')
})
