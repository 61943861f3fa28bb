/** What Flutterwave's own script offers a page: `FlutterwaveCheckout`, which lays its page over ours in a frame. */
export const flutterwaveScript = `(() => {
  const place = new URL('.', document.currentScript.src).pathname

  window.FlutterwaveCheckout = options => {
    for (const old of document.getElementsByName('checkout')) old.remove()
    const frame = document.createElement('iframe')
    frame.name = 'checkout'
    frame.title = 'Payment, sandbox'
    const { public_key, tx_ref, amount, currency, payment_options = '' } = options
    frame.src = place + 'pay?' + new URLSearchParams({ public_key, tx_ref, amount, currency, payment_options, in: 'frame' })
    Object.assign(frame.style, {
      position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483647', background: 'Canvas',
    })
    const hear = event => {
      if (event.source !== frame.contentWindow || event.origin !== location.origin) return
      const { standIn, isCancelled, ...response } = event.data ?? {}
      if (standIn !== 'flutterwave') return
      window.removeEventListener('message', hear)
      if (isCancelled) options.onclose?.(true)
      else options.callback?.({ ...response, customer: options.customer })
    }
    window.addEventListener('message', hear)
    document.body.style.overflow = 'hidden'
    document.body.append(frame)
    frame.focus()
    return {
      close() {
        window.removeEventListener('message', hear)
        frame.remove()
        document.body.style.overflow = ''
        options.onclose?.(true)
      },
    }
  }
})()
`
