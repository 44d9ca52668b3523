import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressesIn } from './addresses.ts'
import classes from './people.module.css'
import { PersonLine } from './person-line.tsx'
import type { Invited } from './teams.api.ts'

export interface Invitations {
  invited: Invited[]
  /** What stands in the field and is no line yet. */
  text: string
}
export const NO_INVITATIONS: Invitations = { invited: [], text: '' }

/** Everybody who is to be invited, also who is still in the field; null while that is no address. */
export function invitedBy({ invited, text }: Invitations): Invited[] | null {
  const { emails, rest } = addressesIn(text)
  return rest === '' ? withAll(invited, emails) : null
}

/** The permission of the latest holds for the next. */
function withAll(invited: readonly Invited[], emails: readonly string[]): Invited[] {
  const permission = invited.at(-1)?.permission ?? 'can_edit'
  const fresh = emails.filter(email => !invited.some(one => one.email === email))
  return [...invited, ...fresh.map(email => ({ email, permission }))]
}

interface InviteFieldProps {
  value: Invitations
  onChange: (value: Invitations) => void
  isFirst?: boolean
}

/** Addresses, each of which becomes a line with what it allows. */
export function InviteField({ value, onChange, isFirst = false }: InviteFieldProps) {
  const { t } = useTranslation()
  const [isWrong, setWrong] = useState(false)
  const { invited, text } = value
  const add = () => {
    const { emails, rest } = addressesIn(text)
    setWrong(rest !== '')
    onChange({ invited: withAll(invited, emails), text: rest })
  }
  const change = (email: string, by: (one: Invited) => Invited[]) =>
    onChange({ text, invited: invited.flatMap(one => (one.email === email ? by(one) : [one])) })
  return (
    <>
      <div className={classes.invite}>
        <TextInput
          label={t('teams.invite')}
          placeholder="name@example.com"
          inputMode="email"
          autoComplete="off"
          value={text}
          error={isWrong && t('validation.email')}
          data-autofocus={isFirst || undefined}
          onChange={event => {
            setWrong(false)
            onChange({ invited, text: event.currentTarget.value })
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' && event.key !== ',') return
            if (text.trim() === '') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={text.trim() === ''} onClick={add}>
          {t('teams.add')}
        </Button>
      </div>
      {invited.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('teams.invited')}</h3>
          <ul className={classes.people}>
            {invited.map(one => (
              <PersonLine
                key={one.email}
                person={{ name: '', email: one.email, color: 'var(--ink-3)' }}
                permission={one.permission}
                onChange={permission => change(one.email, was => [{ ...was, permission }])}
                onRemove={() => change(one.email, () => [])}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
