import { useState } from 'react'
import { SecurityTab } from '../account/security-tab.tsx'
import { UsageHistory } from '../credits/usage-history.tsx'
import { ProfileTab } from '../profile/profile-tab.tsx'
import { LogoutPanel } from '../settings/logout-panel.tsx'
import { SettingsDialog } from '../settings/settings-dialog.tsx'
import type { Tab } from '../ui/tabs.tsx'

type Name = 'profile' | 'usage' | 'security' | 'logout'

/** My Account: the settings dialog, composed of what each feature has to set. */
export function Settings({ onClose, onLogout }: { onClose: () => void; onLogout: () => void }) {
  const [open, setOpen] = useState<Name>('profile')
  // From then on it stays: codes that show once must not go by a look at another tab.
  const [wasSecurityOpen, setWasSecurityOpen] = useState(false)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const logout = <LogoutPanel isUnsaved={isUnsaved} onCancel={() => setOpen('profile')} onLogout={onLogout} />
  const tabs: Tab<Name>[] = [
    { name: 'profile', label: 'Profile', panel: <ProfileTab onUnsaved={setIsUnsaved} />, keep: true },
    { name: 'usage', label: 'Usage History', panel: <UsageHistory /> },
    { name: 'security', label: 'Security', panel: wasSecurityOpen && <SecurityTab />, keep: true },
    { name: 'logout', label: 'Logout', panel: logout },
  ]
  const openTab = (name: Name) => {
    setOpen(name)
    if (name === 'security') setWasSecurityOpen(true)
  }
  return <SettingsDialog tabs={tabs} open={open} onOpen={openTab} isUnsaved={isUnsaved} onClose={onClose} />
}
