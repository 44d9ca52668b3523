import type { Share } from '@coffer/contract/shares'
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
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

export interface UnsavedSettings {
  /** Saves what was typed last. @returns false if it could not be saved */
  commit: () => Promise<boolean>
}

interface ShareSettingsProps {
  share: Share
  cache: ShareCache
  ref?: Ref<UnsavedSettings>
}

/** The settings of a link, each saved when it is changed. */
export function ShareSettings({ share, cache, ref }: ShareSettingsProps) {
  const { t } = useTranslation()
  const saving = useSaving(share, cache)
  const limit = useLimit(share, saving)
  const protection = useProtection(share, saving)
  useImperativeHandle(ref, () => ({
    commit: async () => (await limit.onCommit()) && protection.commit(),
  }))
  const { state, pending, save } = saving
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
        <LimitField {...limit} onCommit={() => void limit.onCommit()} />
      </div>
      <Protection {...protection} />
    </section>
  )
}

type Save = (change: ShareChange) => Promise<boolean>

/** Saves changes one after the other, so that the last one wins. */
function useSaving({ attributes: { token } }: Share, cache: ShareCache) {
  const { change } = useShareCalls(cache)
  const [state, setState] = useState<'saving' | 'saved' | null>(null)
  /** The changes being saved, shown before the server confirms them. */
  const [pending, setPending] = useState<ShareChange>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const last = useRef<Promise<boolean> | null>(null)

  async function send(next: ShareChange, earlier: Promise<boolean> | null): Promise<boolean> {
    await earlier
    try {
      await change(token, next)
      return true
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error)
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length === 0) failurePopup(error)
      return false
    }
  }
  const save: Save = async next => {
    setPending(earlier => ({ ...earlier, ...next }))
    setState('saving')
    setErrors({})
    const saving = send(next, last.current)
    last.current = saving
    const isSaved = await saving
    if (last.current === saving) {
      last.current = null
      setState(isSaved ? 'saved' : null)
      setPending({})
    }
    return isSaved
  }
  return {
    state,
    pending,
    errors,
    save,
    /** Waits for the changes being saved. @returns false if the last one failed */
    settled: async () => (await last.current) ?? true,
    clearErrors: () => setErrors({}),
  }
}

type Saving = ReturnType<typeof useSaving>

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

/** The download limit, saved when the field is left. */
function useLimit(share: Share, { pending, errors, save, settled, clearErrors }: Saving) {
  const saved = share.attributes.download_limit
  /** The typed value that is not saved yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const limit = draft === null ? saved : limitOf(draft)
  const [isTouched, setTouched] = useState(false)
  const error = isTouched && limit === undefined ? limitError() : undefined
  return {
    text: draft ?? String(saved ?? ''),
    error: errors.download_limit ?? error,
    onChange: (text: string) => {
      setDraft(text)
      setTouched(false)
      clearErrors()
    },
    onCommit: async (): Promise<boolean> => {
      setTouched(true)
      if (limit === undefined) return false
      const isSaving = limit === pending.download_limit
      const isDone = await (isSaving || limit === saved
        ? settled()
        : save({ download_limit: limit }))
      // A value typed meanwhile stays.
      if (isDone) setDraft(current => (current === draft ? null : current))
      return isDone
    },
  }
}

/** The password of a link. An existing one cannot be shown, only replaced. */
function useProtection(share: Share, { pending, errors, save, settled, clearErrors }: Saving) {
  const isProtected = pending.protected ?? share.attributes.protected
  const [isEditing, setEditing] = useState(false)
  const [password, setPassword] = useState('')
  const latest = useRef(password)
  const [isEmpty, setEmpty] = useState(false)
  /** Whether the form was just saved, so that the button in its place takes the focus. */
  const [isDone, setDone] = useState(false)
  const isSaving = password !== '' && pending.password === password
  const change = (next: string) => {
    latest.current = next
    setPassword(next)
    setEmpty(false)
    clearErrors()
  }
  const commit = async (): Promise<boolean> => {
    // Closing the dialog now would leave the link open to everyone.
    if (isEditing && !isProtected && password === '') {
      setEmpty(true)
      return false
    }
    if (password === '' || isSaving) return settled()
    const isSaved = await save({ protected: true, password })
    // A password that was typed meanwhile is not set yet.
    if (isSaved && latest.current === password) {
      setEditing(false)
      change('')
      setDone(true)
    }
    return isSaved
  }
  return {
    isProtected,
    isEditing,
    isSaving,
    isDone,
    password,
    error: errors.password ?? (isEmpty ? i18next.t('validation.required') : undefined),
    change,
    commit,
    edit: () => setEditing(true),
    setProtection: (isOn: boolean) => {
      change('')
      setEditing(isOn)
      if (!isOn && isProtected) void save({ protected: false })
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      setEmpty(password === '')
      void commit()
    },
  }
}

function Protection(protection: ReturnType<typeof useProtection>) {
  const { t } = useTranslation()
  const { isProtected, isEditing, isSaving, isDone, password, error } = protection
  return (
    <>
      <SwitchRow
        label={t('shares.protect')}
        text={isProtected || isEditing ? t(textOf(isEditing)) : undefined}
        isOn={isProtected || isEditing}
        onChange={protection.setProtection}
      />
      {isProtected && !isEditing && (
        <Button
          variant="default"
          className={classes.change}
          autoFocus={isDone}
          onClick={protection.edit}
        >
          {t('shares.password_change')}
        </Button>
      )}
      {isEditing && (
        <form className={classes.fields} onSubmit={protection.submit} noValidate>
          <PasswordField
            label={t('shares.password_new')}
            password={password}
            error={error}
            isFirst
            onChange={protection.change}
          />
          <Button type="submit" className={classes.change} loading={isSaving}>
            {t('shares.password_set')}
          </Button>
        </form>
      )}
    </>
  )
}

const textOf = (isEditing: boolean) =>
  isEditing ? ('shares.protect_text' as const) : ('shares.protected' as const)
