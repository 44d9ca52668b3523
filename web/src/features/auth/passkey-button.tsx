import { Button } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'

interface PasskeyButtonProps {
  onEntered: () => Promise<void>
  onFailure: (words: string | null) => void
}

/** Without address and password; what asks the browser comes when it is pressed. */
export function PasskeyButton({ onEntered, onFailure }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const { enterByPasskey } = await import('./passkey-sign-in.ts')
      if (await enterByPasskey()) await onEntered()
    } catch (error) {
      const told = error instanceof ApiError ? error.problem?.message : undefined
      onFailure(told ?? t('popup_error.message'))
    }
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={isBusy}
      leftSection={<Fingerprint size={18} strokeWidth={1.75} aria-hidden />}
      onClick={() => void enter()}
    >
      {t('passkeys.sign_in')}
    </Button>
  )
}
