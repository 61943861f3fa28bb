import { expect, test } from 'vitest'
import { formProblems } from './registration-form.ts'

const good = {
  email: 'ama@example.com',
  name: 'Ama Mensah',
  address: 'Accra',
  industry: 'Foods',
  job_title: 'Analyst',
  company: 'Acme',
  experience: '4',
  phone: '0241234567',
  password: 'Passw0rd!',
  password_confirmation: 'Passw0rd!',
}

test('a good form has no problem', () => {
  expect(formProblems(good)).toEqual({})
})

test('a number that either phone rule takes is left to the server, any other is refused here', () => {
  expect(formProblems({ ...good, phone: '+254712345678' })).toEqual({})
  expect(formProblems({ ...good, phone: '12' })).toEqual({ phone: ['Please enter a valid phone number'] })
})

test('a number of the other rule does not hide another problem', () => {
  expect(formProblems({ ...good, phone: '+254712345678', name: 'Ama' })).toEqual({
    name: ['Please enter a valid name.'],
  })
})
