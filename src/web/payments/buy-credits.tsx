import { type MouseEvent, useMemo, useState } from 'react'
import { messages } from '../../contract/messages.ts'
import { errorWords } from '../platform/error-text.ts'
import { onNextFrame } from '../platform/next-frame.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './buy-credits.module.css'
import { CheckoutFrame } from './checkout-frame.tsx'
import type { ScriptedProvider } from './frame-messages.ts'
import { onSale, type ProductOnSale, scriptsOf } from './offer.ts'
import { FirstWay, OtherWays } from './pay-ways.tsx'
import { ProductFacts } from './product-facts.tsx'
import { ProductList } from './product-list.tsx'
import { useProducts } from './queries.ts'
import { useCheckoutFrame } from './use-checkout-frame.ts'
import { usePurchase } from './use-purchase.ts'

interface BuyCreditsProps {
  /** Credits were bought: there is nothing more to do here. */
  onFinished: () => void
}

/** What is on sale: a card a product, or the chosen one with the ways to pay for it. */
export function BuyCredits({ onFinished }: BuyCreditsProps) {
  const { data, error, isPending, isFetching, refetch } = useProducts()
  const products = useMemo(() => (data ? onSale(data.products, data.methods) : []), [data])
  // The button goes with the failure: the focus stays where what was wanted is.
  const tryAgain = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const panel = currentTarget.closest<HTMLElement>('[role="tabpanel"]')
    const { isSuccess } = await refetch()
    if (isSuccess) onNextFrame(() => panel?.focus())
  }
  if (isPending) {
    return (
      <p className={styles.loading} role="status">
        {messages.productsLoading}
      </p>
    )
  }
  if (!data) {
    return (
      <EmptyState role="alert" text={errorWords(error)}>
        <Button busy={isFetching} onClick={event => void tryAgain(event)}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  if (products.length === 0) {
    return (
      <EmptyState
        role="status"
        title="Nothing is on sale at the moment"
        text="Your credits stay as they are. Look in again later, or contact support."
      />
    )
  }
  const scripts = scriptsOf(products)
  return <Shop key={[...scripts.values()].join(' ')} {...{ products, scripts, onFinished }} />
}

interface ShopProps extends BuyCreditsProps {
  products: readonly ProductOnSale[]
  scripts: ReadonlyMap<ScriptedProvider, string>
}

function Shop({ products, scripts, onFinished }: ShopProps) {
  const [productId, setProductId] = useState<string | null>(null)
  // Whoever comes back to the list stands again where they left it.
  const [leftId, setLeftId] = useState<string | null>(null)
  const product = products.find(({ id }) => id === productId)
  const purchase = usePurchase(onFinished)
  const checkout = useCheckoutFrame(scripts, {
    makeOrder: () => purchase.orderCard(productId ?? ''),
    onApproved: orderId => void purchase.captureCard(orderId),
    onCardFailed: purchase.failCard,
  })
  const isSandbox = products.every(({ ways }) => [...ways.values()].every(way => way.is_sandbox))
  const cancel = () => {
    purchase.forget()
    // A form that stands open is for the product that is being left.
    checkout.reload('paypal')
    setLeftId(productId)
    setProductId(null)
  }
  return (
    <div className={product ? styles.chosen : styles.shop}>
      {isSandbox && (
        <p className={styles.sandbox}>
          <strong>Sandbox.</strong> You can try every way to pay: no money moves.
        </p>
      )}
      {product ? (
        <ProductFacts product={product} />
      ) : (
        <ProductList products={products} leftId={leftId} onChoose={setProductId} />
      )}
      {product && <FirstWay product={product} purchase={purchase} />}
      {/* Here throughout, out of sight until a product is chosen: drawn anew it would load anew. */}
      {scripts.size > 0 && <CheckoutFrame {...{ product, purchase, checkout }} />}
      {product && <OtherWays {...{ product, purchase, checkout }} onCancel={cancel} />}
    </div>
  )
}
