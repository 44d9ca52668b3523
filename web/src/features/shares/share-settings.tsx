import type { Share } from '@coffer/contract/shares'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { linkState } from '../../lib/link-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import { SwitchLine } from '../../ui/form/switch-line.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import classes from './share-dialog.module.css'
import { ExpiryChoice, LimitField, PasswordField, PermissionChoice } from './share-fields.tsx'
import { hoursOf, limitError, limitOf } from './share-form-values.ts'
import { type ShareCache, type ShareChange, useShareCalls } from './shares.api.ts'

/** Changed in place: each choice is saved as it is made. */
export function ShareSettings({ share, cache }: { share: Share; cache: ShareCache }) {
  const { t } = useTranslation()
  const { state, wanted, faults, save, clear } = useSaving(share, cache)
  const { type, permission } = share.attributes
  return (
    <section className={classes.fields} aria-label={t('shares.settings')}>
      <header className={classes.head}>
        <h3>{t('shares.settings')}</h3>
        <span role="status">{state && t(`shares.${state}`)}</span>
      </header>
      {type === 'folder' && (
        <PermissionChoice
          value={wanted.permission ?? permission}
          onChange={next => void save({ permission: next })}
        />
      )}
      <div className={classes.pair}>
        <Expiry share={share} wanted={wanted} save={save} />
        <Limit share={share} fault={faults.download_limit} save={save} clear={clear} />
      </div>
      <Protection share={share} fault={faults.password} save={save} clear={clear} />
    </section>
  )
}

type Save = (change: ShareChange) => Promise<boolean>

function useSaving({ attributes: { token } }: Share, cache: ShareCache) {
  const { change } = useShareCalls(cache)
  const [state, setState] = useState<'saving' | 'saved' | null>(null)
  /** Shown as if it were saved already, while it is. */
  const [wanted, setWanted] = useState<ShareChange>({})
  const [faults, setErrors] = useState<Record<string, string>>({})
  const save: Save = async next => {
    setWanted(next)
    setState('saving')
    setErrors({})
    try {
      await change(token, next)
      setState('saved')
      return true
    } catch (error) {
      setState(null)
      const refused = fieldErrorsOf(error)
      setErrors(refused)
      if (Object.keys(refused).length === 0) failurePopup(error)
      return false
    } finally {
      setWanted({})
    }
  }
  return { state, wanted, faults, save, clear: () => setErrors({}) }
}

interface ExpiryProps {
  share: Share
  wanted: ShareChange
  save: Save
}

function Expiry({ share: { attributes }, wanted, save }: ExpiryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { expire_in, expires_at } = attributes
  const isOver = linkState(attributes, Date.now()) === 'expired'
  const words = isOver ? 'shares.ended_at' : 'shares.ends_at'
  return (
    <div className={classes.expiry}>
      <ExpiryChoice
        hours={wanted.expiration === undefined ? expire_in : wanted.expiration}
        description={expires_at ? t(words, { date: format.dateTime(expires_at) }) : undefined}
        onChange={expiration => void save({ expiration })}
      />
      {expire_in !== null && (
        <button
          type="button"
          className={classes.again}
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
  /** What the server had against it. */
  fault: string | undefined
  save: Save
  clear: () => void
}

function Limit({ share, fault, save, clear }: SettingProps) {
  const saved = share.attributes.download_limit
  /** What was typed and is not saved yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const limit = draft === null ? saved : limitOf(draft)
  const [isLeft, setLeft] = useState(false)
  return (
    <LimitField
      text={draft ?? String(saved ?? '')}
      fault={fault ?? (isLeft && limit === undefined ? limitError() : undefined)}
      onChange={text => {
        setDraft(text)
        setLeft(false)
        clear()
      }}
      onLeave={() => {
        setLeft(true)
        if (limit === undefined) return
        if (limit === saved) setDraft(null)
        else void save({ download_limit: limit }).then(isDone => isDone && setDraft(null))
      }}
    />
  )
}

/** A password that is there can't be shown; another one can be put in its place. */
function Protection({ share, fault, save, clear }: SettingProps) {
  const { t } = useTranslation()
  const { protected: isProtected } = share.attributes
  const [isEditing, setEditing] = useState(false)
  const [password, setPassword] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  /** The focus goes on where the form was. */
  const [isDone, setDone] = useState(false)
  const change = (next: string) => {
    setPassword(next)
    setEmpty(false)
    clear()
  }
  const turn = (isOn: boolean) => {
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
      <SwitchLine
        label={t('shares.protect')}
        text={isProtected || isEditing ? t(textOf(isEditing)) : undefined}
        isOn={isProtected || isEditing}
        onChange={turn}
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
            fault={fault ?? (isEmpty ? t('validation.required') : undefined)}
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
