import { useEffect, useRef } from 'react'
import { formatMoney } from '../credits/format-money.ts'
import { formatCredits } from '../platform/format.ts'
import { Button } from '../ui/button.tsx'
import type { ProductOnSale } from './offer.ts'
import styles from './product-list.module.css'

interface ProductListProps {
  products: readonly ProductOnSale[]
  /** The product that was just left: its button has the focus again. */
  leftId: string | null
  onChoose: (productId: string) => void
}

/** A card for each product on sale. */
export function ProductList({ products, leftId, onChoose }: ProductListProps) {
  const left = useRef<HTMLButtonElement>(null)
  useEffect(() => left.current?.focus(), [])
  return (
    <ul className={styles.list}>
      {products.map(product => (
        <li key={product.id} className={styles.card}>
          <h3 id={`product-${product.id}`} className={styles.name}>
            {product.name}
          </h3>
          <p className={`${styles.credits} num`}>{formatCredits(product.credit_amount)}</p>
          <p className={`${styles.price} num`}>{formatMoney(product.cash_amount, product.currency)}</p>
          <p className={styles.text}>{product.description}</p>
          <Button
            ref={product.id === leftId ? left : null}
            look="primary"
            aria-describedby={`product-${product.id}`}
            onClick={() => onChoose(product.id)}
          >
            Purchase
          </Button>
        </li>
      ))}
    </ul>
  )
}
