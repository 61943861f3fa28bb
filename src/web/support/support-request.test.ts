import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { someSession } from '../testing/browser-globals.ts'
import { senderOf, supportRequest } from './support-request.ts'

const sender = { name: ' Ama Serwaa  Mensah ', email: 'ama@example.com ', company: 'Foods', phone: '024' }

test('the request bears the nine names of the specification, the name split, the message as typed', () => {
  const exchange = { question: 'GDP of Ghana', answer: 'US$ 82bn' }
  expect(supportRequest(' It is old. ', sender, exchange)).toEqual({
    First_Name: 'Ama',
    Last_Name: 'Serwaa Mensah',
    Phone: '024',
    Email: 'ama@example.com',
    Company: 'Foods',
    LastPrompt: 'GDP of Ghana',
    LastPromptResponse: 'US$ 82bn',
    Description: ' It is old. ',
    Lead_Source: 'Soko Assistant',
  })
})

test('without an exchange, and with a profile that knows little, the fields are there and empty', () => {
  const request = supportRequest('Help', senderOf({ ...someSession.user, name: 'Ama' }), null)
  expect(request).toMatchObject({ First_Name: 'Ama', Last_Name: '', Phone: '', Company: '', LastPrompt: '' })
  expect(senderOf(undefined)).toEqual({ name: '', email: '', company: '', phone: '' })
})

test('the longest request fits into a body that the server takes, in a script of three bytes a sign', () => {
  const long = 'አ'.repeat(100_000)
  const exchange = { question: long, answer: long }
  const request = supportRequest(long.slice(0, limits.supportMessageMaxLength), sender, exchange)
  expect(new TextEncoder().encode(JSON.stringify(request)).length).toBeLessThan(limits.bodyMaxBytes)
})
