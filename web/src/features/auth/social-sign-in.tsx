import type { Provider } from '@coffer/contract/social'
import { PROVIDER_NAMES } from '@coffer/contract/social'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { redirectTarget } from '../../lib/redirect-target.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { offeredProviders, redirectToProvider } from './social.api.ts'
import classes from './social-sign-in.module.css'

/** ACC-14: sign-in with providers that the server has keys for. */
export function SocialSignIn({ redirect }: { redirect: string | undefined }) {
  const { t } = useTranslation()
  const [redirecting, setRedirecting] = useState<Provider>()
  const providers = offeredProviders()
  if (providers.length === 0) return null
  const nameOf = (provider: Provider) =>
    provider === 'openid' ? (config().openidLabel ?? t('social.openid')) : PROVIDER_NAMES[provider]
  async function startRedirect(provider: Provider): Promise<void> {
    setRedirecting(provider)
    try {
      await redirectToProvider(provider, redirectTarget(redirect))
    } catch (error) {
      setRedirecting(undefined)
      failurePopup(error)
    }
  }
  return (
    <div className={classes.actions}>
      <p className={classes.or}>{t('social.or')}</p>
      <div className={classes.buttons}>
        {providers.map(provider => (
          <Button
            key={provider}
            variant="default"
            size="md"
            aria-label={t('social.with', { provider: nameOf(provider) })}
            loading={redirecting === provider}
            disabled={redirecting !== undefined && redirecting !== provider}
            onClick={() => void startRedirect(provider)}
          >
            {nameOf(provider)}
          </Button>
        ))}
      </div>
    </div>
  )
}
