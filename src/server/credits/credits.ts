/** Credits: what an account holds, what was spent, granted and bought, and what things cost. Whole credits everywhere. */

export { archiveHolds } from './archive-holds.ts'
export { closeDebts, type Debt, isPaused, openDebts, resume } from './debts.ts'
export { usageHistory } from './history.ts'
export { checkInvariants, checkTouchedAccounts } from './invariants.ts'
export { adjust, balance, grant, grantStarter, hold, refund, release, settle, tellBalance } from './ledger.ts'
export {
  isWarnedByMail,
  lowBelow,
  setWarnedByMail,
  type WarningParts,
  warnOfLowBalance,
  warnWhoWasForgotten,
} from './low-balance.ts'
export { type Prices, priceOfAnswer, prices, priceVersions, setPrices } from './prices.ts'
export {
  type Purchased,
  postedAmounts,
  purchase,
  purchaseRefs,
  type Reversed,
  reverse,
} from './purchases.ts'
export { createStarter, type Starter } from './starter.ts'
export { sweepHolds } from './sweep-holds.ts'
