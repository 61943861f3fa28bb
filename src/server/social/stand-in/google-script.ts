/**
 * What Google's own script offers a page, as far as the app uses it: `google.accounts.id` with a button, One Tap and a
 * callback. One Tap greets whoever was chosen last in this browser.
 */
export const googleScript = `(() => {
  const place = new URL('.', document.currentScript.src).pathname
  const lastKey = 'soko_stand_in_google'
  let config = {}
  let card = null

  const answer = (credential, select_by) => config.callback?.({ credential, select_by, clientId: config.client_id })
  const last = () => localStorage.getItem(lastKey)

  function choose() {
    const query = new URLSearchParams({ client_id: config.client_id, nonce: config.nonce ?? '' })
    const popup = window.open(place + 'google?' + query, 'soko-stand-in', 'popup,width=500,height=720')
    const hear = event => {
      if (event.source !== popup || event.origin !== location.origin) return
      window.removeEventListener('message', hear)
      const { credential, person } = event.data
      if (!credential) return
      const { nonce, ...who } = person
      localStorage.setItem(lastKey, JSON.stringify(who))
      id.cancel()
      answer(credential, 'btn')
    }
    window.addEventListener('message', hear)
  }

  async function continueAs(who) {
    const query = new URLSearchParams({ ...who, nonce: config.nonce ?? '' })
    const response = await fetch(place + 'google/credential?' + query)
    const { credential } = await response.json()
    answer(credential, 'user')
  }

  function element(name, styles, text = '') {
    const made = document.createElement(name)
    made.textContent = text
    Object.assign(made.style, styles)
    return made
  }
  const buttonStyle = {
    display: 'flex', alignItems: 'center', justifyContent: 'center', gap: '10px', width: '100%', minHeight: '46px',
    padding: '8px 16px', border: '1px solid var(--line-strong)', borderRadius: '10px', background: 'var(--card)',
    color: 'var(--ink)', font: 'inherit', fontWeight: '600', cursor: 'pointer',
  }
  const words = { signin_with: 'Sign in with Google', signup_with: 'Sign up with Google', continue_with: 'Continue with Google' }

  const id = {
    initialize(given) {
      config = given
    },
    renderButton(parent, options = {}) {
      const button = element('button', buttonStyle)
      button.type = 'button'
      button.dataset.standIn = 'google'
      button.append(element('b', { color: 'var(--sky)', fontSize: '17px' }, 'G'), words[options.text] ?? words.signin_with)
      button.firstChild.ariaHidden = 'true'
      button.addEventListener('click', choose)
      parent.replaceChildren(button)
    },
    prompt() {
      const stored = last()
      if (stored === null || card) return
      const who = JSON.parse(stored)
      card = element('section', {
        position: 'fixed', [matchMedia('(max-width: 600px)').matches ? 'bottom' : 'top']: '16px', right: '16px', zIndex: '40',
        width: 'min(320px, calc(100vw - 32px))', padding: '16px',
        border: '1px solid var(--line)', borderRadius: '12px', background: 'var(--card)', color: 'var(--ink)',
        boxShadow: 'var(--shadow-high)', display: 'grid', gap: '10px', fontSize: '14px',
      })
      card.ariaLabel = 'Stand-in for Google'
      const close = element('button', {
        position: 'absolute', top: '6px', right: '6px', width: '32px', height: '32px', border: '0', background: 'none',
        color: 'var(--ink-2)', fontSize: '18px', cursor: 'pointer',
      }, '×')
      close.ariaLabel = 'Close'
      close.addEventListener('click', id.cancel)
      const go = element('button', { ...buttonStyle, minHeight: '44px' }, 'Continue as ' + who.given_name)
      go.addEventListener('click', () => {
        id.cancel()
        continueAs(who)
      })
      card.append(
        element('b', { paddingRight: '28px' }, 'Stand-in for Google'),
        element('span', { color: 'var(--muted)', overflowWrap: 'anywhere' }, who.email),
        go,
        close,
      )
      document.body.append(card)
    },
    cancel() {
      card?.remove()
      card = null
    },
    disableAutoSelect() {},
    revoke(hint, done) {
      localStorage.removeItem(lastKey)
      done?.({ successful: true })
    },
  }
  window.google = { accounts: { id } }
})()
`
