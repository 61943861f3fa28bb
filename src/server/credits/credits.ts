/** Credits: what an account holds, what was spent and granted, and what things cost. Whole credits everywhere. */
export { usageHistory } from './history.ts'
export { checkInvariants } from './invariants.ts'
export { adjust, balance, grant, grantStarter, hold, refund, release, settle, tellBalance } from './ledger.ts'
export {
  isWarnedByMail,
  lowBelow,
  setWarnedByMail,
  type WarningParts,
  warnOfLowBalance,
  warnWhoWasForgotten,
} from './low-balance.ts'
export { type Prices, priceOfAnswer, prices } from './prices.ts'
export { createStarter, type Starter } from './starter.ts'
export { sweepHolds } from './sweep-holds.ts'
