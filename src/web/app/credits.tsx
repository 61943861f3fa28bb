import { CreditsDialog } from '../credits/credits-dialog.tsx'
import { BuyCredits } from '../payments/buy-credits.tsx'

/** The credits dialog, composed of what is bought and what was spent. */
export function Credits({ onClose }: { onClose: () => void }) {
  return <CreditsDialog buy={<BuyCredits onFinished={onClose} />} onClose={onClose} />
}
