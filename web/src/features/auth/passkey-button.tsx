import { Button } from '@mantine/core'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'

interface PasskeyButtonProps {
  onEntered: () => Promise<void>
  onFailure: (message: string | null) => void
}

/** Signs in with a passkey; its code is loaded when the button is pressed. */
export function PasskeyButton({ onEntered, onFailure }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const signIn = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      if (await signInWithPasskey()) await onEntered()
    } catch (error) {
      const message = error instanceof ApiError ? error.problem?.message : undefined
      onFailure(message ?? t('popup_error.message'))
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
      onClick={() => void signIn()}
    >
      {t('passkeys.sign_in')}
    </Button>
  )
}
