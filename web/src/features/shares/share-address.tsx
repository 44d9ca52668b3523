import type { Share } from '@coffer/contract/shares'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { Check, Copy, Download, ExternalLink, type LucideIcon, Mail, QrCode } from 'lucide-react'
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { EmailsInput } from '../../ui/form/emails-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { copyLink } from './copy-link.ts'
import classes from './share-address.module.css'
import { emailsError, emailsRefusal } from './share-form-values.ts'
import { codeQuery, type ShareCache, useShareCalls } from './shares.api.ts'

interface ShareAddressProps {
  share: Share
  cache: ShareCache
  name: string
}

/** The link itself, and every way to hand it out. */
export function ShareAddress({ share, cache, name }: ShareAddressProps) {
  const { t } = useTranslation()
  const { token, link, direct_link } = share.attributes
  const [shown, setShown] = useState<'code' | 'mail' | null>(null)
  const mailWay = useRef<HTMLButtonElement>(null)
  const toggle = (what: 'code' | 'mail') => () => setShown(shown === what ? null : what)
  const closeMail = () => {
    setShown(null)
    mailWay.current?.focus()
  }
  return (
    <div className={classes.address}>
      <div className={classes.line}>
        <Address label={t('shares.link')} link={link} />
        <CopyButton link={link} />
      </div>
      {direct_link && (
        <div className={classes.line} data-minor>
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
      <div className={classes.ways}>
        <a className={classes.way} href={link} target="_blank" rel="noreferrer">
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
          buttonRef={mailWay}
          isOpen={shown === 'mail'}
          onToggle={toggle('mail')}
        />
      </div>
      {shown === 'code' && <Code token={token} name={name} />}
      {shown === 'mail' && <MailForm token={token} cache={cache} onSent={closeMail} />}
    </div>
  )
}

/** Says itself what it did, as messages lie behind the dialog. */
function CopyButton({ link }: { link: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <Button
      leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      // Whether the dialog has just opened or is open already.
      autoFocus
      data-autofocus
      onClick={() => void copyLink(link).then(setCopied)}
      onBlur={() => setCopied(false)}
    >
      <span aria-live="polite">{t(isCopied ? 'shares.copied_short' : 'shares.copy')}</span>
    </Button>
  )
}

/** Can be marked and copied by hand as well. */
const Address = ({ label, link }: { label: string; link: string }) => (
  <input
    readOnly
    className={classes.link}
    aria-label={label}
    value={link}
    onFocus={event => event.currentTarget.select()}
  />
)

interface WayProps {
  icon: LucideIcon
  label: string
  buttonRef?: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onToggle: () => void
}

const ShareMethod = ({ icon: Icon, label, buttonRef, isOpen, onToggle }: WayProps) => (
  <button
    ref={buttonRef}
    type="button"
    className={classes.way}
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
      <a className={classes.way} href={address} download={`${name} QR.svg`}>
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
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = emails.length === 0 ? t('validation.required') : emailsError(emails)
    if (found) return setFault(found)
    setBusy(true)
    try {
      successToast(i18next.t('shares.sent', { count: await send(token, emails) }))
      onSent()
    } catch (error) {
      setBusy(false)
      const refused = emailsRefusal(fieldErrorsOf(error))
      setFault(refused)
      if (!refused) failurePopup(error)
    }
  }
  return (
    <form id={id} className={classes.mail} onSubmit={event => void submit(event)} noValidate>
      <EmailsInput
        label={t('shares.send_to')}
        emails={emails}
        error={fault}
        isFirst
        onChange={next => {
          setEmails(next)
          setFault(undefined)
        }}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        {t('shares.send_now')}
      </Button>
    </form>
  )
}
