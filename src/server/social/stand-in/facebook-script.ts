/** What Facebook's own script offers a page, as far as the app uses it: status, login, logout and questions to the Graph. */
export const facebookScript = `(() => {
  const place = new URL('.', document.currentScript.src).pathname
  let options = {}
  let authResponse = null
  const status = () => ({ status: authResponse ? 'connected' : 'unknown', authResponse })

  window.FB = {
    init(given) {
      options = given
    },
    getLoginStatus(done) {
      done(status())
    },
    login(done, { scope = '' } = {}) {
      const query = new URLSearchParams({ client_id: options.appId, scope })
      const popup = window.open(place + 'facebook?' + query, 'soko-stand-in', 'popup,width=500,height=720')
      let isOver = false
      const end = message => {
        if (isOver) return
        isOver = true
        window.removeEventListener('message', hear)
        clearInterval(watch)
        authResponse = message?.authResponse ?? null
        done(status())
      }
      const hear = event => {
        if (event.source === popup && event.origin === location.origin) end(event.data)
      }
      window.addEventListener('message', hear)
      // A window that was closed says nothing any more; its last word may still be under way.
      const watch = setInterval(() => {
        if (!popup || popup.closed) setTimeout(end, 200)
      }, 300)
    },
    logout(done) {
      authResponse = null
      done?.(status())
    },
    async api(path, done) {
      const address = new URL(place + 'graph/' + options.version + path, location.origin)
      if (authResponse) address.searchParams.set('access_token', authResponse.accessToken)
      const response = await fetch(address).catch(() => null)
      done(response ? await response.json() : { error: { message: 'No network' } })
    },
  }
  window.fbAsyncInit?.()
})()
`
