import type { Item } from '@coffer/contract/items'
import type { TeamFolder, TeamMember, TeamPermission } from '@coffer/contract/teams'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/part-failure.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { allInvitations, type Invitations, InviteField } from './invite-field.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { endTeam } from './team-actions.ts'
import { TeamModal } from './team-modal.tsx'
import { changeTeam, teamQuery } from './teams.api.ts'

interface PeopleDialogProps {
  folder: Item
  me: string
  /** Called when the team folder was changed, left or dissolved. */
  onChanged: (change: 'saved' | 'leave' | 'dissolve') => void
  onClose: () => void
}

/** The members of a team folder; the owner can change them, others only see them. */
export function PeopleDialog(props: PeopleDialogProps) {
  const { t } = useTranslation()
  const { folder, onClose } = props
  const { data: team, isError, refetch } = useQuery(teamQuery(folder.id))
  if (team) return <TeamPeople key={team.id} team={team} {...props} />
  return (
    <TeamModal
      title={t('teams.people_of', { name: folder.attributes.name })}
      submit=""
      onClose={onClose}
    >
      {isError ? <PartFailure retry={refetch} /> : <Skeleton height={120} radius="md" />}
    </TeamModal>
  )
}

type Permissions = Record<string, TeamPermission | 'none'>

function TeamPeople({
  team,
  folder,
  me,
  onChanged,
  onClose,
}: PeopleDialogProps & { team: TeamFolder }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { members, invitations } = team.relationships
  const isOwn = team.meta.permission === 'owner'
  const [chosen, setChosen] = useState<Permissions>({})
  const [invited, setInvited] = useState<Invitations>({
    invited: invitations.data.map(({ attributes: { email, permission } }) => ({
      email,
      permission,
    })),
    text: '',
  })
  const { name } = folder.attributes
  const remaining = members.data.flatMap(({ id, attributes }) => {
    const permission = chosen[id] ?? attributes.permission
    return permission === 'none' ? [] : [{ id, attributes, permission }]
  })
  const submit = async () => {
    const allInvited = allInvitations(invited)
    if (!allInvited) return t('validation.email')
    await changeTeam(folder.id, {
      invitations: allInvited,
      members: remaining.flatMap(({ id, permission }) =>
        permission === 'owner' ? [] : [{ id, permission }],
      ),
    })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    successToast(t('teams.saved', { name }))
    onChanged('saved')
    return undefined
  }
  const endAction = isOwn ? 'dissolve' : 'leave'
  const finish = async () => {
    if (await endTeam(endAction, folder)) onChanged(endAction)
  }
  return (
    <TeamModal
      title={t('teams.people_of', { name })}
      submit={t('teams.save')}
      onSubmit={isOwn ? submit : undefined}
      onClose={onClose}
      endAction={
        <Button variant="subtle" color="danger" onClick={() => void finish()}>
          {t(`teams.${endAction}`)}
        </Button>
      }
    >
      {isOwn && <InviteField value={invited} onChange={setInvited} isFirst />}
      <h3 className={classes.heading}>{t('teams.members')}</h3>
      <Members
        remaining={remaining}
        me={me}
        onChange={
          isOwn
            ? (id, newPermission) => setChosen(current => ({ ...current, [id]: newPermission }))
            : undefined
        }
      />
    </TeamModal>
  )
}

interface MembersProps {
  remaining: readonly (Pick<TeamMember, 'id' | 'attributes'> & {
    permission: TeamPermission | 'owner'
  })[]
  me: string
  /** Undefined for users who cannot change members. */
  onChange: ((id: string, permission: TeamPermission | 'none') => void) | undefined
}

function Members({ remaining, me, onChange }: MembersProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.people}>
      {remaining.map(({ id, attributes, permission }) => {
        const change =
          onChange && permission !== 'owner'
            ? (newPermission: TeamPermission | 'none') => onChange(id, newPermission)
            : undefined
        return (
          <PersonRow
            key={id}
            person={attributes}
            {...(id === me && { name: t('teams.you', { name: attributes.name }) })}
            permission={permission}
            onChange={change}
            onRemove={change && (() => change('none'))}
          />
        )
      })}
    </ul>
  )
}
