import type { Provider } from '@coffer/contract/social'
import { PROVIDER_NAMES } from '@coffer/contract/social'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redirectTarget } from '../../lib/redirect-target.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { offeredProviders, redirectToProvider } from './social.api.ts'
import classes from './social-sign-in.module.css'

/** Spec §3: signing in with an account of others, where the server has keys for them. */
export function SocialSignIn({ redirect }: { redirect: string | undefined }) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<Provider>()
  const offered = offeredProviders()
  if (offered.length === 0) return null
  async function leave(provider: Provider): Promise<void> {
    setLeaving(provider)
    try {
      await redirectToProvider(provider, redirectTarget(redirect))
    } catch (error) {
      setLeaving(undefined)
      failurePopup(error)
    }
  }
  return (
    <div className={classes.ways}>
      <p className={classes.or}>{t('social.or')}</p>
      <div className={classes.buttons}>
        {offered.map(provider => (
          <Button
            key={provider}
            variant="default"
            size="md"
            aria-label={t('social.with', { provider: PROVIDER_NAMES[provider] })}
            loading={leaving === provider}
            disabled={leaving !== undefined && leaving !== provider}
            onClick={() => void leave(provider)}
          >
            {PROVIDER_NAMES[provider]}
          </Button>
        ))}
      </div>
    </div>
  )
}
