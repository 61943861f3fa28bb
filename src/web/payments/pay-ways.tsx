import type { PaymentProvider } from '../../contract/payments.ts'
import { formatMoney } from '../credits/format-money.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ScriptedProvider } from './frame-messages.ts'
import type { ProductOnSale } from './offer.ts'
import styles from './pay-ways.module.css'
import { ReceiptDetails } from './receipt-details.tsx'
import type { CheckoutFrameState } from './use-checkout-frame.ts'
import type { Purchase } from './use-purchase.ts'

interface WayProps {
  product: ProductOnSale
  purchase: Purchase
}

/** What came of the last try, and the hosted checkout. */
export function FirstWay({ product, purchase }: WayProps) {
  const { pending, said } = purchase
  return (
    <div className={styles.first}>
      <h4 className={styles.heading}>How would you like to pay?</h4>
      {said && (
        <p
          className={said.isProblem ? styles.problem : styles.news}
          role={said.isProblem ? 'alert' : 'status'}
        >
          <Icon name={said.isProblem ? 'alert' : 'check'} />
          <span>{said.text}</span>
        </p>
      )}
      {pending === 'confirming' && (
        <p className={styles.news} role="status">
          Confirming your payment...
        </p>
      )}
      {product.ways.has('express') && (
        <WayButton
          {...{ product, provider: 'express', pending }}
          look="primary"
          title="Pay with expressPay"
          text="Mobile money or card"
          onClick={() => void purchase.payByExpress(product.id)}
        />
      )}
    </div>
  )
}

interface OtherWaysProps extends WayProps {
  checkout: CheckoutFrameState
  onCancel: () => void
}

/** The checkout widget, what the receipt says, and the way back. */
export function OtherWays({ product, purchase, checkout, onCancel }: OtherWaysProps) {
  const isUnready = checkout.scripts.flutterwave !== 'loaded'
  return (
    <div className={styles.others}>
      {product.ways.has('flutterwave') &&
        (checkout.scripts.flutterwave === 'failed' ? (
          <ScriptFailed
            provider="flutterwave"
            what="The payment window of Flutterwave"
            {...{ product, purchase, checkout }}
          />
        ) : (
          <WayButton
            {...{ product, provider: 'flutterwave', pending: purchase.pending }}
            look="secondary"
            title="Mobile money, bank or card"
            text="By Flutterwave"
            disabled={isUnready}
            onClick={() => void purchase.payByWidget(product.id, checkout.openWidget)}
          />
        ))}
      <ReceiptDetails />
      <Button
        look="ghost"
        className={styles.cancel}
        disabled={purchase.pending === 'confirming'}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </div>
  )
}

interface WayButtonProps {
  product: ProductOnSale
  provider: PaymentProvider
  pending: Purchase['pending']
  look: 'primary' | 'secondary'
  title: string
  text: string
  disabled?: boolean
  onClick: () => void
}

/** A way to pay, with its price where that is not the one shown above. */
function WayButton({
  product,
  provider,
  pending,
  look,
  title,
  text,
  disabled = false,
  onClick,
}: WayButtonProps) {
  const way = product.ways.get(provider)
  return (
    <Button look={look} className={styles.way} busy={pending !== null} disabled={disabled} onClick={onClick}>
      <span className={styles.title}>{title}</span>
      <span className={styles.text}>{way?.is_sandbox ? `${text} · sandbox` : text}</span>
      {way && way.currency !== product.currency && (
        <span className={`${styles.amount} num`}>{formatMoney(way.amount, way.currency)}</span>
      )}
    </Button>
  )
}

interface ScriptFailedProps extends WayProps {
  provider: ScriptedProvider
  what: string
  checkout: CheckoutFrameState
}

const providerNames: Record<ScriptedProvider, string> = { paypal: 'PayPal', flutterwave: 'Flutterwave' }

/** In the place of what a provider's script would have drawn. */
export function ScriptFailed({ provider, what, product, purchase, checkout }: ScriptFailedProps) {
  // Both providers' may stand here at once.
  const whose = <span className="visually-hidden">: {providerNames[provider]}</span>
  return (
    <div className={styles.failed} role="alert">
      <p>{what} did not load. A blocker in your browser, or your network, may hold it back.</p>
      <div className={styles.buttons}>
        <Button onClick={() => checkout.reload(provider)}>
          Try again
          {whose}
        </Button>
        <Button
          look="ghost"
          busy={purchase.pending !== null}
          onClick={() => void purchase.payOnPage(product.id, provider)}
        >
          Pay on its own page
          {whose}
        </Button>
      </div>
    </div>
  )
}
