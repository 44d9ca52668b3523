import type { TeamFolder } from '@coffer/contract/teams'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './people.module.css'

/** Number of avatars shown in the header. */
const MAX_AVATARS = 3

/** The members of the current team folder. */
export function PeopleButton({ team, onOpen }: { team: TeamFolder; onOpen: () => void }) {
  const { t } = useTranslation()
  const people = team.relationships.members.data
  const more = people.length - MAX_AVATARS
  const count = t('teams.people_count', { count: people.length })
  return (
    <button
      type="button"
      className={classes.avatars}
      aria-haspopup="dialog"
      title={count}
      onClick={onOpen}
    >
      <VisuallyHidden>{count}</VisuallyHidden>
      {people.slice(0, MAX_AVATARS).map(({ id, attributes }) => (
        <Avatar key={id} person={attributes} size={26} />
      ))}
      {more > 0 && (
        <span className={classes.more} aria-hidden>
          +{more}
        </span>
      )}
    </button>
  )
}
