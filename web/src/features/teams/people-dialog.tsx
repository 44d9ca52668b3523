import type { Item } from '@coffer/contract/items'
import type { TeamFolder, TeamMember, TeamPermission } from '@coffer/contract/teams'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/part-failure.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { type Invitations, InviteField, invitedBy } from './invite-field.tsx'
import classes from './people.module.css'
import { PersonLine } from './person-line.tsx'
import { endTeam } from './team-actions.ts'
import { TeamModal } from './team-modal.tsx'
import { changeTeam, teamQuery } from './teams.api.ts'

interface PeopleDialogProps {
  folder: Item
  me: string
  /** The folder is another one now, or not there any more. */
  onChanged: (how: 'saved' | 'leave' | 'dissolve') => void
  onClose: () => void
}

/** Who is in a team folder; its owner decides, the others look. */
export function PeopleDialog(props: PeopleDialogProps) {
  const { t } = useTranslation()
  const { folder, onClose } = props
  const { data: team, isError, refetch } = useQuery(teamQuery(folder.id))
  if (team) return <People key={team.id} team={team} {...props} />
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

function People({
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
  const kept = members.data.flatMap(({ id, attributes }) => {
    const permission = chosen[id] ?? attributes.permission
    return permission === 'none' ? [] : [{ id, attributes, permission }]
  })
  const submit = async () => {
    const all = invitedBy(invited)
    if (!all) return t('validation.email')
    await changeTeam(folder.id, {
      invitations: all,
      members: kept.flatMap(({ id, permission }) =>
        permission === 'owner' ? [] : [{ id, permission }],
      ),
    })
    await queries.invalidateQueries({ queryKey: ['teams'] })
    successToast(t('teams.saved', { name }))
    onChanged('saved')
    return undefined
  }
  const end = isOwn ? 'dissolve' : 'leave'
  const finish = async () => {
    if (await endTeam(end, folder)) onChanged(end)
  }
  return (
    <TeamModal
      title={t('teams.people_of', { name })}
      submit={t('teams.save')}
      onSubmit={isOwn ? submit : undefined}
      onClose={onClose}
      end={
        <Button variant="subtle" color="danger" onClick={() => void finish()}>
          {t(`teams.${end}`)}
        </Button>
      }
    >
      {isOwn && <InviteField value={invited} onChange={setInvited} isFirst />}
      <h3 className={classes.heading}>{t('teams.members')}</h3>
      <Members
        kept={kept}
        me={me}
        onChange={isOwn ? (id, to) => setChosen(before => ({ ...before, [id]: to })) : undefined}
      />
    </TeamModal>
  )
}

interface MembersProps {
  kept: readonly (Pick<TeamMember, 'id' | 'attributes'> & {
    permission: TeamPermission | 'owner'
  })[]
  me: string
  /** Left out for whoever only looks. */
  onChange: ((id: string, permission: TeamPermission | 'none') => void) | undefined
}

function Members({ kept, me, onChange }: MembersProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.people}>
      {kept.map(({ id, attributes, permission }) => {
        const change =
          onChange && permission !== 'owner'
            ? (to: TeamPermission | 'none') => onChange(id, to)
            : undefined
        return (
          <PersonLine
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
