import type { Provider } from '@coffer/contract/social'
import { PROVIDER_NAMES } from '@coffer/contract/social'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { sendAccountEmail } from './account-emails.api.ts'
import classes from './choose-password.module.css'

interface ChoosePasswordProps {
  email: string
  /** The providers that the user signs in with so far. */
  providers: readonly Provider[]
}

/** Shown on the security page to users without a password. */
export function ChoosePasswordSection({ email, providers }: ChoosePasswordProps) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('choose_password.title')} text={useReason(providers)}>
      <SetPasswordByEmail email={email} />
    </SectionCard>
  )
}

interface ChoosePasswordStepProps extends ChoosePasswordProps {
  onClose: () => void
}

/** Shown in dialogs that ask for a password to users without one. */
export const ChoosePasswordStep = ({ email, providers, onClose }: ChoosePasswordStepProps) => (
  <div className={frame.form}>
    <p className={frame.lead}>{useReason(providers)}</p>
    <SetPasswordByEmail email={email} onClose={onClose} />
  </div>
)

function useReason(providers: readonly Provider[]): string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const services = new Intl.ListFormat(locale).format(
    providers.map(provider => PROVIDER_NAMES[provider]),
  )
  const reason = t(services ? 'choose_password.none_but' : 'choose_password.none', { services })
  return `${reason} ${t('choose_password.what_for')}`
}

interface SetPasswordByEmailProps {
  email: string
  /** Closes the surrounding dialog. */
  onClose?: () => void
}

/**
 * Sends a link to the account's email, so that a stranger at an open page cannot set a password.
 */
function SetPasswordByEmail({ email, onClose }: SetPasswordByEmailProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(0)
  const { submit, busy, failure } = useFormCall(useForm({ initialValues: {} }), async () => {
    await sendAccountEmail('recover', email)
    setSent(sent + 1)
  })
  const send = (
    <Button
      type="submit"
      variant={sent ? 'default' : 'filled'}
      loading={busy}
      data-autofocus={onClose && true}
    >
      {t(sent ? 'auth_pages.send_again' : 'choose_password.send')}
    </Button>
  )
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {sent > 0 ? (
        <SentNotice key={sent} email={email} isFirst={sent === 1} />
      ) : (
        <p className={frame.lead}>{t('choose_password.how', { email })}</p>
      )}
      <FormFailure>{failure}</FormFailure>
      {onClose === undefined ? (
        <div>{send}</div>
      ) : sent === 0 ? (
        <DialogButtons onCancel={onClose}>{send}</DialogButtons>
      ) : (
        <DialogButtons>
          {send}
          <Button onClick={onClose}>{t('popups.close')}</Button>
        </DialogButtons>
      )}
    </form>
  )
}

/** Takes the focus, which the disabled button has lost, so that it is announced. */
function SentNotice({ email, isFirst }: { email: string; isFirst: boolean }) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className={classes.sent}>
      <MailCheck size={18} strokeWidth={1.75} aria-hidden />
      <p>
        <strong>
          {t(isFirst ? 'choose_password.sent' : 'choose_password.sent_another', { email })}
        </strong>{' '}
        {t('choose_password.follow')}
      </p>
    </div>
  )
}
