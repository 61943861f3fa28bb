/**
 * What PayPal's own script offers a page, as far as the app uses it: `paypal.Buttons` with the card button. Its form
 * opens below the button, as the real one's does.
 */
export const paypalScript = `(() => {
  const place = new URL('.', document.currentScript.src).pathname
  const golds = { background: '#ffc439', color: '#111' }
  const darks = { background: '#2c2e2f', color: '#fff' }

  function cardButton({ style = {} }) {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.standIn = 'paypal'
    button.textContent = 'Debit or Credit Card'
    Object.assign(button.style, {
      display: 'block', width: '100%', minHeight: (style.height || 46) + 'px', padding: '8px 16px', border: '0',
      borderRadius: style.shape === 'pill' ? '23px' : '4px', font: '600 16px system-ui, sans-serif', cursor: 'pointer',
      ...(style.color === 'gold' ? golds : darks),
    })
    return button
  }

  function openForm(holder, orderID, { onApprove, onCancel, onError }) {
    const frame = document.createElement('iframe')
    frame.title = 'Card payment, sandbox'
    frame.src = place + 'checkoutnow?' + new URLSearchParams({ token: orderID, in: 'frame' })
    Object.assign(frame.style, {
      display: 'block', boxSizing: 'border-box', width: '100%', height: '448px', marginTop: '8px',
      border: '1px solid #8f8876', borderRadius: '10px',
    })
    return new Promise(done => {
      const hear = event => {
        if (event.source !== frame.contentWindow || event.origin !== location.origin) return
        if (event.data?.standIn !== 'paypal') return
        window.removeEventListener('message', hear)
        frame.remove()
        done()
        const data = { orderID, payerID: 'STANDINPAYER', paymentSource: 'card' }
        if (event.data.isCancelled) onCancel?.(data)
        else Promise.resolve(onApprove?.(data, {})).catch(error => onError?.(error))
      }
      window.addEventListener('message', hear)
      holder.append(frame)
      frame.focus()
    })
  }

  window.paypal = {
    version: 'stand-in',
    FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
    isFundingEligible: source => source === 'card',
    Buttons(options = {}) {
      const holder = document.createElement('div')
      return {
        isEligible: () => options.fundingSource === undefined || options.fundingSource === 'card',
        async render(where) {
          const target = typeof where === 'string' ? document.querySelector(where) : where
          const button = cardButton(options)
          const clientOrder = () => Promise.reject(new Error('The stand-in makes no orders in the browser'))
          button.addEventListener('click', async () => {
            button.disabled = true
            button.style.opacity = '0.6'
            try {
              options.onClick?.({ fundingSource: 'card' }, {})
              const orderID = await options.createOrder({ paymentSource: 'card' }, { order: { create: clientOrder } })
              await openForm(holder, orderID, options)
            } catch (error) {
              options.onError?.(error)
            } finally {
              button.disabled = false
              button.style.opacity = ''
            }
          })
          holder.replaceChildren(button)
          target.append(holder)
          options.onInit?.({}, {})
        },
        async close() {
          holder.remove()
        },
      }
    },
  }
})()
`
