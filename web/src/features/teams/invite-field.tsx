import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseEmails } from './parse-emails.ts'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import type { Invited } from './teams.api.ts'

export interface Invitations {
  invited: Invited[]
  /** The text in the field that was not added yet. */
  text: string
}
export const NO_INVITATIONS: Invitations = { invited: [], text: '' }

/** Returns all invitations, including the text in the field; null when that is invalid. */
export function allInvitations({ invited, text }: Invitations): Invited[] | null {
  const { emails, rest } = parseEmails(text)
  return rest === '' ? addEmails(invited, emails) : null
}

/** New invitations get the permission of the last one. */
function addEmails(invited: readonly Invited[], emails: readonly string[]): Invited[] {
  const permission = invited.at(-1)?.permission ?? 'can_edit'
  const newEmails = emails.filter(email => !invited.some(invitation => invitation.email === email))
  return [...invited, ...newEmails.map(email => ({ email, permission }))]
}

interface InviteFieldProps {
  value: Invitations
  onChange: (value: Invitations) => void
  isFirst?: boolean
  /** Why nothing can be added; the list can still be changed. */
  disabledReason?: string | undefined
}

/** A field for emails to invite, each listed with its permission. */
export function InviteField({
  value,
  onChange,
  isFirst = false,
  disabledReason,
}: InviteFieldProps) {
  const { t } = useTranslation()
  const [isInvalid, setInvalid] = useState(false)
  const { invited, text } = value
  const isDisabled = disabledReason !== undefined
  const add = () => {
    const { emails, rest } = parseEmails(text)
    setInvalid(rest !== '')
    onChange({ invited: addEmails(invited, emails), text: rest })
  }
  const change = (email: string, apply: (invitation: Invited) => Invited[]) =>
    onChange({
      text,
      invited: invited.flatMap(invitation =>
        invitation.email === email ? apply(invitation) : [invitation],
      ),
    })
  return (
    <>
      <div className={classes.invite}>
        <TextInput
          label={t('teams.invite')}
          description={disabledReason}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isDisabled}
          placeholder="name@example.com"
          inputMode="email"
          autoComplete="off"
          value={text}
          error={isInvalid && t('validation.email')}
          data-autofocus={(isFirst && !isDisabled) || undefined}
          onChange={event => {
            setInvalid(false)
            onChange({ invited, text: event.currentTarget.value })
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' && event.key !== ',') return
            if (text.trim() === '') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" disabled={isDisabled || text.trim() === ''} onClick={add}>
          {t('teams.add')}
        </Button>
      </div>
      {invited.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('teams.invited')}</h3>
          <ul className={classes.people}>
            {invited.map(invitation => (
              <PersonRow
                key={invitation.email}
                person={{ name: '', email: invitation.email, color: 'var(--ink-3)' }}
                permission={invitation.permission}
                onChange={permission =>
                  change(invitation.email, previous => [{ ...previous, permission }])
                }
                onRemove={() => change(invitation.email, () => [])}
              />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
