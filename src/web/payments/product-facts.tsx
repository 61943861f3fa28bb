import { useEffect, useRef } from 'react'
import { formatMoney } from '../credits/format-money.ts'
import { formatCredits } from '../platform/format.ts'
import type { ProductOnSale } from './offer.ts'
import styles from './product-facts.module.css'

/** What was chosen, said once more before it is paid. */
export function ProductFacts({ product }: { product: ProductOnSale }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone: a keyboard goes on from what it opened.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.facts}>
      <h3 ref={heading} className={styles.name} tabIndex={-1}>
        {product.name}
      </h3>
      <p className={`${styles.credits} num`}>{formatCredits(product.credit_amount)}</p>
      <p className={styles.text}>{product.description}</p>
      <p className={`${styles.price} num`}>
        <span>To pay</span>
        <strong>{formatMoney(product.cash_amount, product.currency)}</strong>
      </p>
    </section>
  )
}
