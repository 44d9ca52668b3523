import { type Item, ItemName } from '@coffer/contract/items'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fault } from '../../lib/form-errors.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { InviteField, invitedBy, NO_INVITATIONS } from './invite-field.tsx'
import classes from './people.module.css'
import { TeamModal } from './team-modal.tsx'
import { convertToTeam, createTeam } from './teams.api.ts'

interface NewTeamProps {
  /** The emoji that was chosen among the children. */
  emoji: string | null
  onMade: (folder: Item) => void
  onClose: () => void
  children: ReactNode
}

/** A team folder from nothing: its name, its looks, and who is to be in it. */
export function NewTeamDialog({ emoji, onMade, onClose, children }: NewTeamProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [invitations, setInvitations] = useState(NO_INVITATIONS)
  const submit = async () => {
    const wrong = fault(ItemName, name)
    const invited = invitedBy(invitations)
    setMessage(wrong)
    if (wrong) return undefined
    if (!invited) return t('validation.email')
    onMade(await createTeam({ name, emoji, invitations: invited }))
    return undefined
  }
  return (
    <TeamModal
      title={t('teams.new')}
      submit={t('teams.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        mb={16}
        label={t('teams.name')}
        value={name}
        maxLength={255}
        error={message}
        data-autofocus
        onChange={event => {
          setName(event.currentTarget.value)
          setMessage(null)
        }}
      />
      <InviteField value={invitations} onChange={setInvitations} />
      <div style={{ marginTop: 18 }}>{children}</div>
    </TeamModal>
  )
}

interface ConvertProps {
  folder: Item
  onMade: (folder: Item) => void
  onClose: () => void
}

/** An ordinary folder becomes one of several people. */
export function ConvertDialog({ folder, onMade, onClose }: ConvertProps) {
  const { t } = useTranslation()
  const [invitations, setInvitations] = useState(NO_INVITATIONS)
  const { name } = folder.attributes
  const submit = async () => {
    const invited = invitedBy(invitations)
    if (!invited) return t('validation.email')
    const made = await convertToTeam(folder.id, invited)
    successToast(t('teams.made', { name: made.attributes.name }))
    onMade(made)
    return undefined
  }
  return (
    <TeamModal
      title={t('teams.make_title', { name })}
      submit={t('teams.make_submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('teams.make_text')}</p>
      <InviteField value={invitations} onChange={setInvitations} isFirst />
    </TeamModal>
  )
}
