const toldKey = 'soko-told-orders'
const mostTold = 50

/** Notes that an order of this tab was told of as credited; false where it was already. */
export function isFirstTelling(orderId: string): boolean {
  try {
    const told = (sessionStorage.getItem(toldKey) ?? '').split(' ').filter(Boolean)
    if (told.includes(orderId)) return false
    sessionStorage.setItem(toldKey, [...told, orderId].slice(-mostTold).join(' '))
  } catch {
    // Forbidden storage: told once more is better than not at all.
  }
  return true
}
