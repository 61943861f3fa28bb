import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWorld, phone } from './open-world.ts'
import { logIn, mailedLink } from './person.ts'
import { signUp } from './signed-in.ts'

const world = openWorld()
const offline = 'No connection to the server.'

/** What the browser will complain of that matches. */
function listen(page: Page, pattern: RegExp): string[] {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', line => {
    if (pattern.test(line.text())) complaints.push(line.text())
  })
  return complaints
}

/** Asks for a link on the forgot screen. */
async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

async function typePasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation)
}

// spec: S2.routes.5, S2.routes.6, S2.login.6, S2.forgot.1, S2.forgot.2, S2.reset.1, S2.reset.2, S5.email.1
// spec: S5.email.3, S5.register.8, S7.reset.1
test('a forgotten password is set anew by the mailed link: old sessions and the old password are dead', async () => {
  const elsewhere = await world.openPage()
  const person = await signUp(elsewhere, world.product)
  const page = await world.openPage()
  await page.goto(`${world.product.url}/login`)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Forgot password?' }).click()

  const address = page.getByLabel('Email address')
  expect(await address.inputValue()).toBe(person.email)
  const send = page.getByRole('button', { name: 'Reset Password' })
  await address.fill(' ')
  await send.click()
  await page.getByText('Email address field cannot be empty').waitFor()
  await address.fill('no address')
  await send.click()
  await page.getByText('Invalid email address').waitFor()
  await askForLink(page, person.email)
  await page.getByRole('status').getByText('we have sent it a link').waitFor()

  const link = await mailedLink(world.product, person.email, '/reset_password/')
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).pressSequentially('Abc')
  const done = (rule: string) =>
    page.getByRole('listitem').filter({ hasText: rule }).getAttribute('data-holds')
  expect(await done('One upper case letter')).toBe('true')
  expect(await done('Minimum 8 characters')).toBe('false')
  await page.getByRole('button', { name: 'Show password' }).first().click()
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  const set = page.getByRole('button', { name: 'Reset Password' })
  await set.click()
  await page.getByText('Password must be at least 8 characters long').waitFor()
  const fresh = { ...person, password: 'Baobab-Grove-9' }
  await typePasswords(page, fresh.password, 'Baobab-Grove-8')
  await set.click()
  await page.getByText("Password doesn't match the confirmation").waitFor()
  await typePasswords(page, fresh.password)
  await set.click()
  await page.getByText('Your password has been reset.').waitFor()

  await elsewhere.waitForURL('**/login', { timeout: 5_000 })
  await page.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/login')
  await logIn(page, world.product, fresh)

  const guess = await world.openPage()
  await guess.goto(`${world.product.url}/login`)
  await guess.getByLabel('Email address').fill(person.email)
  await guess.getByRole('button', { name: 'Continue', exact: true }).click()
  await guess.getByLabel('Password', { exact: true }).fill(person.password)
  await guess.getByRole('button', { name: 'Log in' }).click()
  await guess.getByText('The email address or the password is not right.').waitFor()

  await guess.goto(link)
  await typePasswords(guess, 'Another-One-77')
  await guess.getByRole('button', { name: 'Reset Password' }).click()
  await guess.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  await guess.getByRole('link', { name: 'Ask for a new link' }).click()
  await askForLink(guess, person.email)
})

test('a lost network keeps what was typed, and the next try goes through', async () => {
  const page = await world.openPage(phone)
  await page.goto(`${world.product.url}/forgot`)
  await page.route('**/api/password/**', route => route.abort(), { times: 1 })
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText(offline).waitFor()
  await askForLink(page, 'nobody@example.com')
  expect(await world.product.mailsTo('nobody@example.com')).toEqual([])

  await page.goto(`${world.product.url}/reset_password/${'A'.repeat(43)}`)
  await page.route('**/api/password/**', route => route.abort(), { times: 1 })
  await typePasswords(page, 'Baobab-Grove-9')
  const set = page.getByRole('button', { name: 'Reset Password' })
  await set.click()
  await page.getByText(offline).waitFor()
  await set.click()
  await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
})

// spec: S2.routes.7, S2.routes.8
test('terms and privacy are read from the sign-in screens, and lead back', async () => {
  const page = await world.openPage(phone)
  const complaints = listen(page, /Content Security Policy|Trusted ?Type|TypeError/i)
  await page.goto(`${world.product.url}/login?returnUrl=%2Fapp%2Fchat%2Fx`)
  await page.getByRole('link', { name: 'Terms of service' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of service' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(4)
  await page.getByText('Only one session is active at a time').waitFor()
  await page.getByRole('link', { name: 'Privacy policy' }).click()
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBe(phone.width)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL('**/login?returnUrl=%2Fapp%2Fchat%2Fx')
  expect(complaints).toEqual([])
})

// spec: S2.terms.1, S3.front-settings.1
test('without a network the terms say so until they come; kept ones are read, and nothing in them runs', async () => {
  const page = await world.openPage()
  const complaints = listen(page, /Trusted ?Type|TypeError/i)
  await page.addInitScript('window.hits = 0; window.hit = () => window.hits++')
  await page.route('**/api/front/settings', route => route.abort())
  await page.goto(`${world.product.url}/tos`)
  await page.getByText(offline).waitFor()

  const hostile = `<h2>Our <i>house</i> rules</h2><h4>One</h4><p onclick="hit()">Kept &eacute; &amp; read<br>twice</p>
    <script>hit()</script><img src=x onerror="hit()"><svg><script>hit()</script></svg><style>body{display:none}</style>
    <a href="javascript:hit()">bad</a><a href="https://example.com/a">good</a><iframe srcdoc="<b>x</b>"></iframe>
    <form action="https://example.com"><input name="password"></form><table><tr><td>cell</td></tr></table>`
  await page.evaluate(content => {
    const font = { family: 'serif', size: '1px', weight: '400' }
    const fonts = Object.fromEntries([1, 2, 3, 4, 5].map(place => [`section_${place}`, font]))
    const settings = {
      tagline: { text: 'T' },
      tnc: { content },
      privacy: { content: '' },
      clients: [],
      fonts,
    }
    localStorage.setItem('mav_chat_settings', JSON.stringify(settings))
  }, hostile)
  await page.reload()
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: 'Our house rules' }).waitFor()
  await main.getByRole('heading', { level: 2, name: 'One' }).waitFor()
  expect(await main.innerText()).toContain('Kept é & read\ntwice')
  expect(await main.locator('script,img,svg,style,iframe,form,input,[onclick]').count()).toBe(0)
  expect(await main.getByText('bad').evaluate(element => element.closest('a'))).toBe(null)
  expect(await main.getByRole('link', { name: 'good' }).getAttribute('rel')).toBe('noopener nofollow')
  expect(await page.evaluate('window.hits')).toBe(0)
  expect(complaints).toEqual([])

  await page.evaluate(() => localStorage.removeItem('mav_chat_settings'))
  await page.reload()
  await page.getByText(offline).waitFor()
  await page.unroute('**/api/front/settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms of service' }).waitFor()
  await page.getByText('Only one session is active at a time').waitFor()
})
