import type { Share } from '@coffer/contract/shares'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { Copy, Download, ExternalLink, type LucideIcon, Mail, QrCode } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmailsInput } from '../../ui/form/emails-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { copyLink } from './copy-link.ts'
import classes from './share-address.module.css'
import { emailsError, serverEmailsError } from './share-form-values.ts'
import { codeQuery, type ShareCache, useShareCalls } from './shares.api.ts'

interface ShareAddressProps {
  share: Share
  cache: ShareCache
  name: string
}

/** The link itself, and the ways to share it. */
export function ShareAddress({ share, cache, name }: ShareAddressProps) {
  const { t } = useTranslation()
  const { token, link, direct_link } = share.attributes
  const [shown, setShown] = useState<'code' | 'mail' | null>(null)
  const mailButton = useRef<HTMLButtonElement>(null)
  const toggle = (panel: 'code' | 'mail') => () => setShown(shown === panel ? null : panel)
  const closeMail = () => {
    setShown(null)
    mailButton.current?.focus()
  }
  return (
    <div className={classes.address}>
      <div className={classes.row}>
        <Address label={t('shares.link')} link={link} />
        {/* One focus for a dialog that opens, one for a dialog that is open already. */}
        <CopyButton text={link} label={t('shares.copy')} autoFocus data-autofocus />
      </div>
      {direct_link && (
        <div className={classes.row} data-minor>
          <span className={classes.label} title={t('shares.direct_text')}>
            {t('shares.direct')}
          </span>
          <Address label={t('shares.direct')} link={direct_link} />
          <IconButton
            icon={Copy}
            label={t('shares.copy_direct')}
            size="small"
            onClick={() => void copyLink(direct_link)}
          />
        </div>
      )}
      <div className={classes.actions}>
        <a className={classes.action} href={link} target="_blank" rel="noreferrer">
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          {t('shares.as_guest')}
        </a>
        <ShareMethod
          icon={QrCode}
          label={t('shares.code')}
          isOpen={shown === 'code'}
          onToggle={toggle('code')}
        />
        <ShareMethod
          icon={Mail}
          label={t('shares.send')}
          buttonRef={mailButton}
          isOpen={shown === 'mail'}
          onToggle={toggle('mail')}
        />
      </div>
      {shown === 'code' && <Code token={token} name={name} />}
      {shown === 'mail' && <MailForm token={token} cache={cache} onSent={closeMail} />}
    </div>
  )
}

/** Can also be selected and copied by hand. */
const Address = ({ label, link }: { label: string; link: string }) => (
  <input
    readOnly
    className={classes.link}
    aria-label={label}
    value={link}
    onFocus={event => event.currentTarget.select()}
  />
)

interface ShareMethodProps {
  icon: LucideIcon
  label: string
  buttonRef?: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onToggle: () => void
}

const ShareMethod = ({ icon: Icon, label, buttonRef, isOpen, onToggle }: ShareMethodProps) => (
  <button
    ref={buttonRef}
    type="button"
    className={classes.action}
    aria-expanded={isOpen}
    onClick={onToggle}
  >
    <Icon size={16} strokeWidth={1.75} aria-hidden />
    {label}
  </button>
)

function Code({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation()
  const { data: svg, isError } = useQuery(codeQuery(token))
  if (isError) return <p role="alert">{t('shares.failed')}</p>
  if (!svg) return <Skeleton width={184} height={184} radius="md" />
  const address = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return (
    <div className={classes.code}>
      <img src={address} width={184} height={184} alt={t('shares.code_alt', { name })} />
      <a className={classes.action} href={address} download={`${name} QR.svg`}>
        <Download size={16} strokeWidth={1.75} aria-hidden />
        {t('shares.code_save')}
      </a>
    </div>
  )
}

interface MailFormProps {
  token: string
  cache: ShareCache
  onSent: () => void
}

function MailForm({ token, cache, onSent }: MailFormProps) {
  const { t } = useTranslation()
  const { send } = useShareCalls(cache)
  const id = useId()
  const [emails, setEmails] = useState<string[]>([])
  const [error, setError] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const formError = emails.length === 0 ? t('validation.required') : emailsError(emails)
    if (formError) return setError(formError)
    setBusy(true)
    try {
      successToast(i18next.t('shares.sent', { count: await send(token, emails) }))
      onSent()
    } catch (error) {
      setBusy(false)
      const emailError = serverEmailsError(fieldErrorsOf(error))
      setError(emailError)
      if (!emailError) failurePopup(error)
    }
  }
  return (
    <form id={id} className={classes.mail} onSubmit={event => void submit(event)} noValidate>
      <EmailsInput
        label={t('shares.send_to')}
        emails={emails}
        error={error}
        isFirst
        onChange={next => {
          setEmails(next)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        {t('shares.send_now')}
      </Button>
    </form>
  )
}
