import type { Item } from '@coffer/contract/items'
import type { TeamFolder, TeamMember, TeamPermission } from '@coffer/contract/teams'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/part-failure.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { allInvitations, InviteField } from './invite-field.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { endTeam } from './team-actions.ts'
import { TeamModal } from './team-modal.tsx'
import { changeTeam, teamQuery } from './teams.api.ts'
import { usePeople } from './use-people.ts'

interface PeopleDialogProps {
  folder: Item
  me: string
  /** Why the owner cannot invite; undefined where they can. */
  inviteDisabledReason?: string | undefined
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

function TeamPeople({
  team,
  folder,
  me,
  inviteDisabledReason,
  onChanged,
  onClose,
}: PeopleDialogProps & { team: TeamFolder }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { members, choose, invitations, setInvitations } = usePeople(team)
  const isOwn = team.meta.permission === 'owner'
  const { name } = folder.attributes
  const submit = async () => {
    const allInvited = allInvitations(invitations)
    if (!allInvited) return t('validation.email')
    await changeTeam(folder.id, {
      invitations: allInvited,
      members: members.flatMap(({ id, permission }) =>
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
      {isOwn && (
        <InviteField
          value={invitations}
          onChange={setInvitations}
          isFirst
          disabledReason={inviteDisabledReason}
        />
      )}
      <h3 className={classes.heading}>{t('teams.members')}</h3>
      <Members members={members} me={me} onChange={isOwn ? choose : undefined} />
    </TeamModal>
  )
}

interface MembersProps {
  members: readonly (Pick<TeamMember, 'id' | 'attributes'> & {
    permission: TeamPermission | 'owner'
  })[]
  me: string
  /** Undefined for users who cannot change members. */
  onChange: ((email: string, permission: TeamPermission | 'none') => void) | undefined
}

function Members({ members, me, onChange }: MembersProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.people}>
      {members.map(({ id, attributes, permission }) => {
        const change =
          onChange && permission !== 'owner'
            ? (newPermission: TeamPermission | 'none') => onChange(attributes.email, newPermission)
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
