import { type Item, ItemName } from '@coffer/contract/items'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { allInvitations, InviteField, NO_INVITATIONS } from './invite-field.tsx'
import classes from './people.module.css'
import { TeamModal } from './team-modal.tsx'
import { convertToTeam, createTeam } from './teams.api.ts'

interface NewTeamProps {
  /** The emoji chosen in the children. */
  emoji: string | null
  onCreated: (folder: Item) => void
  onClose: () => void
  children: ReactNode
}

/** Creates a team folder with a name, an appearance and invitations. */
export function NewTeamDialog({ emoji, onCreated, onClose, children }: NewTeamProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [invitations, setInvitations] = useState(NO_INVITATIONS)
  const submit = async () => {
    const nameError = validateField(ItemName, name)
    const invited = allInvitations(invitations)
    setMessage(nameError)
    if (nameError) return undefined
    if (!invited) return t('validation.email')
    onCreated(await createTeam({ name, emoji, invitations: invited }))
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
  onCreated: (folder: Item) => void
  onClose: () => void
}

/** Converts an ordinary folder into a team folder. */
export function ConvertDialog({ folder, onCreated, onClose }: ConvertProps) {
  const { t } = useTranslation()
  const [invitations, setInvitations] = useState(NO_INVITATIONS)
  const { name } = folder.attributes
  const submit = async () => {
    const invited = allInvitations(invitations)
    if (!invited) return t('validation.email')
    const team = await convertToTeam(folder.id, invited)
    successToast(t('teams.created', { name: team.attributes.name }))
    onCreated(team)
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
