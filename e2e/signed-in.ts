import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Session } from '../src/contract/auth.ts'
import { desk, type World } from './open-world.ts'
import { mailedLink, newPerson, type Person } from './person.ts'
import type { Product } from './product.ts'

/** Somebody with a session, and what a browser keeps of it. */
export interface SignedIn {
  person: Person
  session: Session
  storageState: NonNullable<BrowserContextOptions['storageState']>
}

const details = {
  name: 'Ama Mensah',
  address: '12 Ring Road, Accra',
  industry: 'Consumer goods',
  job_title: 'Insight manager',
  company: 'Kejetia Foods',
  experience: '9',
  phone: '0241234567',
}

/** Calls the product as a program would. */
export async function callApi<Answer>(
  product: Product,
  path: string,
  body?: object,
  session?: Session,
): Promise<Answer> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && {
        authorization: `Bearer ${session.token}`,
        'x-device-token': session.device_token,
      }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** An account whose address is not proved yet. */
export async function registerByApi(product: Product): Promise<Person> {
  const person = newPerson()
  const { email, password } = person
  await callApi(product, '/register', { ...details, email, password, password_confirmation: password })
  return person
}

/** Somebody new with a session, by the calls of the API: for journeys that begin inside. */
export async function newSignedIn(product: Product): Promise<SignedIn> {
  const person = await registerByApi(product)
  const link = await mailedLink(product, person.email, '/verify/')
  await callApi(product, '/email/verify', { code: link.split('/').at(-1) ?? '' })
  return await signInByApi(product, person)
}

export async function signInByApi(product: Product, person: Person): Promise<SignedIn> {
  const session = await callApi<Session>(product, '/login', person)
  const localStorage = [{ name: 'soko_session', value: JSON.stringify(session) }]
  return { person, session, storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] } }
}

/** Somebody new, who stands in the empty chat of this page. */
export async function signUp(page: Page, product: Product): Promise<Person> {
  const { person, session } = await newSignedIn(product)
  // Any page of the product's: only there its storage can be written.
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate(`localStorage.setItem('soko_session', ${JSON.stringify(JSON.stringify(session))})`)
  await page.goto(`${product.url}/app`)
  await page.getByText('Welcome! How can I help you today?').waitFor()
  return person
}

/** A page of somebody new, in the empty chat or wherever else. */
export async function openSignedIn(
  world: World,
  {
    path = '/app',
    size = desk,
    wish = {},
  }: { path?: string; size?: typeof desk; wish?: BrowserContextOptions } = {},
): Promise<{ page: Page; signedIn: SignedIn }> {
  const signedIn = await newSignedIn(world.product)
  const page = await world.openPage(size, { storageState: signedIn.storageState, ...wish })
  await page.goto(world.product.url + path)
  return { page, signedIn }
}
