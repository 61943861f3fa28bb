import { formatMoney } from '../credits/format-money.ts'
import { Bone } from '../ui/spinner.tsx'
import { checkoutPath } from './checkout-channel.ts'
import styles from './checkout-frame.module.css'
import type { ProductOnSale } from './offer.ts'
import { ScriptFailed } from './pay-ways.tsx'
import type { CheckoutFrameState } from './use-checkout-frame.ts'
import type { Purchase } from './use-purchase.ts'

interface CheckoutFrameProps {
  /** The chosen one. */
  product: ProductOnSale | undefined
  purchase: Purchase
  checkout: CheckoutFrameState
}

/** The frame in which providers' scripts run: the card button, and the widget over everything while it is open. */
export function CheckoutFrame({ product, purchase, checkout }: CheckoutFrameProps) {
  const way = product?.ways.get('paypal')
  const script = checkout.scripts.paypal
  const isSeen = way !== undefined && script === 'loaded'
  const isOut = isSeen || checkout.isCovering
  return (
    <div className={styles.place}>
      {way && (
        <p className={`${styles.label} num`}>
          <span>Card, by PayPal{way.is_sandbox && ' · sandbox'}</span>
          <span>{formatMoney(way.amount, way.currency)}</span>
        </p>
      )}
      {way && script !== 'loaded' && script !== 'failed' && <Bone height={46} />}
      {product && way && script === 'failed' && (
        <ScriptFailed
          provider="paypal"
          what="The card button of PayPal"
          {...{ product, purchase, checkout }}
        />
      )}
      {/* Its place is kept while it covers the screen. */}
      <div className={styles.room} style={{ height: isSeen ? checkout.heightPx : 0 }}>
        <iframe
          ref={checkout.frame}
          className={checkout.isCovering ? styles.covering : styles.frame}
          title={checkout.isCovering ? 'Payment window' : 'Pay by card'}
          src={checkoutPath}
          inert={!isOut}
          aria-hidden={!isOut}
          tabIndex={isOut ? 0 : -1}
        />
      </div>
    </div>
  )
}
