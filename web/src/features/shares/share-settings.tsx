import type { Share } from '@coffer/contract/shares'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { linkState } from '../../lib/link-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './share-dialog.module.css'
import { ExpiryChoice, LimitField, PasswordField, PermissionChoice } from './share-fields.tsx'
import { hoursOf, limitError, limitOf } from './share-form-values.ts'
import { type ShareCache, type ShareChange, useShareCalls } from './shares.api.ts'

/** The settings of a link, each saved when it is changed. */
export function ShareSettings({ share, cache }: { share: Share; cache: ShareCache }) {
  const { t } = useTranslation()
  const { state, pending, errors, save, clear } = useSaving(share, cache)
  const { type, permission } = share.attributes
  return (
    <section className={classes.fields} aria-label={t('shares.settings')}>
      <header className={classes.header}>
        <h3>{t('shares.settings')}</h3>
        <span role="status">{state && t(`shares.${state}`)}</span>
      </header>
      {type === 'folder' && (
        <PermissionChoice
          value={pending.permission ?? permission}
          onChange={next => void save({ permission: next })}
        />
      )}
      <div className={classes.pair}>
        <Expiry share={share} pending={pending} save={save} />
        <Limit share={share} error={errors.download_limit} save={save} clear={clear} />
      </div>
      <Protection share={share} error={errors.password} save={save} clear={clear} />
    </section>
  )
}

type Save = (change: ShareChange) => Promise<boolean>

function useSaving({ attributes: { token } }: Share, cache: ShareCache) {
  const { change } = useShareCalls(cache)
  const [state, setState] = useState<'saving' | 'saved' | null>(null)
  /** The change being saved, shown before the server confirms it. */
  const [pending, setPending] = useState<ShareChange>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save: Save = async next => {
    setPending(next)
    setState('saving')
    setErrors({})
    try {
      await change(token, next)
      setState('saved')
      return true
    } catch (error) {
      setState(null)
      const fieldErrors = fieldErrorsOf(error)
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length === 0) failurePopup(error)
      return false
    } finally {
      setPending({})
    }
  }
  return { state, pending, errors, save, clear: () => setErrors({}) }
}

interface ExpiryProps {
  share: Share
  pending: ShareChange
  save: Save
}

function Expiry({ share: { attributes }, pending, save }: ExpiryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { expire_in, expires_at } = attributes
  const isOver = linkState(attributes, Date.now()) === 'expired'
  const label = isOver ? 'shares.ended_at' : 'shares.ends_at'
  return (
    <div className={classes.expiry}>
      <ExpiryChoice
        hours={pending.expiration === undefined ? expire_in : pending.expiration}
        description={expires_at ? t(label, { date: format.dateTime(expires_at) }) : undefined}
        onChange={expiration => void save({ expiration })}
      />
      {expire_in !== null && (
        <button
          type="button"
          className={classes.restart}
          onClick={() => void save({ expiration: hoursOf(String(expire_in)) })}
        >
          {t('shares.restart')}
        </button>
      )}
    </div>
  )
}

interface SettingProps {
  share: Share
  /** The server's error for this setting. */
  error: string | undefined
  save: Save
  clear: () => void
}

function Limit({ share, error, save, clear }: SettingProps) {
  const saved = share.attributes.download_limit
  /** The typed value that is not saved yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const limit = draft === null ? saved : limitOf(draft)
  const [isTouched, setTouched] = useState(false)
  return (
    <LimitField
      text={draft ?? String(saved ?? '')}
      error={error ?? (isTouched && limit === undefined ? limitError() : undefined)}
      onChange={text => {
        setDraft(text)
        setTouched(false)
        clear()
      }}
      onCommit={() => {
        setTouched(true)
        if (limit === undefined) return
        if (limit === saved) setDraft(null)
        else void save({ download_limit: limit }).then(isDone => isDone && setDraft(null))
      }}
    />
  )
}

/** An existing password cannot be shown, only replaced. */
function Protection({ share, error, save, clear }: SettingProps) {
  const { t } = useTranslation()
  const { protected: isProtected } = share.attributes
  const [isEditing, setEditing] = useState(false)
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  /** Whether the form was just saved, so that the button in its place takes the focus. */
  const [isDone, setDone] = useState(false)
  const change = (next: string) => {
    setPassword(next)
    setEmpty(false)
    clear()
  }
  const setProtection = (isOn: boolean) => {
    change('')
    setEditing(isOn)
    if (!isOn && isProtected) void save({ protected: false })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setEmpty(password === '')
    if (password !== '' && (await save({ protected: true, password }))) {
      setEditing(false)
      setPassword('')
      setDone(true)
    }
  }
  return (
    <>
      <SwitchRow
        label={t('shares.protect')}
        text={isProtected || isEditing ? t(textOf(isEditing)) : undefined}
        isOn={isProtected || isEditing}
        onChange={setProtection}
      />
      {isProtected && !isEditing && (
        <Button
          variant="default"
          className={classes.change}
          autoFocus={isDone}
          onClick={() => setEditing(true)}
        >
          {t('shares.password_change')}
        </Button>
      )}
      {isEditing && (
        <form className={classes.fields} onSubmit={event => void submit(event)} noValidate>
          <PasswordField
            label={t('shares.password_new')}
            password={password}
            error={error ?? (isEmpty ? t('validation.required') : undefined)}
            isFirst
            onChange={change}
          />
          <Button type="submit" className={classes.change}>
            {t('shares.password_set')}
          </Button>
        </form>
      )}
    </>
  )
}

const textOf = (isEditing: boolean) =>
  isEditing ? ('shares.protect_text' as const) : ('shares.protected' as const)
