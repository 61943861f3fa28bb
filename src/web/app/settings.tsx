import { useState } from 'react'
import { SecurityTab } from '../account/security-tab.tsx'
import { UsageHistory } from '../credits/usage-history.tsx'
import { BuyCredits } from '../payments/buy-credits.tsx'
import { TopUpHistory } from '../payments/top-up-history.tsx'
import { ProfileTab } from '../profile/profile-tab.tsx'
import { LogoutPanel } from '../settings/logout-panel.tsx'
import { type ClosingQuestion, SettingsDialog } from '../settings/settings-dialog.tsx'
import type { Tab } from '../ui/tabs.tsx'

type Name = 'profile' | 'topup' | 'usage' | 'topup-history' | 'security' | 'logout'

const unsavedProfile: ClosingQuestion = {
  question: 'Discard your changes?',
  text: 'What you changed in your profile is not saved yet.',
  confirm: 'Discard',
}
const unkeptCodes: ClosingQuestion = {
  question: 'Have you kept the recovery codes?',
  text: 'They are not shown again.',
  confirm: 'Close',
}

/** My Account: the settings dialog, composed of what each feature has to set. */
export function Settings({ onClose, onLogout }: { onClose: () => void; onLogout: () => void }) {
  const [open, setOpen] = useState<Name>('profile')
  // From then on they stay: codes that show once, and a payment under way, must not go by a look at another tab.
  const [opened, setOpened] = useState<ReadonlySet<Name>>(new Set())
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [showsCodes, setShowsCodes] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const askToLeave = () => setIsLeaving(true)
  const logout = (
    <LogoutPanel
      {...{ isUnsaved, onLogout }}
      isAsking={isLeaving}
      onAsk={askToLeave}
      onCancel={() => setIsLeaving(false)}
    />
  )
  const beforeClosing = isUnsaved ? unsavedProfile : showsCodes ? unkeptCodes : null
  const topup = opened.has('topup') && <BuyCredits onFinished={() => beforeClosing ?? onClose()} />
  const security = opened.has('security') && <SecurityTab onCodesShown={setShowsCodes} />
  const tabs: Tab<Name>[] = [
    { name: 'profile', label: 'Profile', panel: <ProfileTab onUnsaved={setIsUnsaved} />, keep: true },
    { name: 'topup', label: 'Buy Credits', panel: topup, keep: true },
    { name: 'usage', label: 'Usage History', panel: <UsageHistory /> },
    { name: 'topup-history', label: 'Top Up History', panel: <TopUpHistory /> },
    { name: 'security', label: 'Security', panel: security, keep: true },
    { name: 'logout', label: 'Logout', panel: logout, onChoose: askToLeave },
  ]
  const openTab = (name: Name) => {
    setOpen(name)
    setOpened(before => new Set(before).add(name))
  }
  return <SettingsDialog {...{ tabs, open, beforeClosing, onClose }} onOpen={openTab} />
}
