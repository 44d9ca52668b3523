import type { Item } from '@coffer/contract/items'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ItemTexts } from './item-texts.ts'
import classes from './team-mark.module.css'

interface TeamMarkProps {
  item: Item
  texts: Pick<ItemTexts, 't'>
  /**
   * Whether the list shows items of many folders, where the current folder does not show the team.
   */
  isFlat?: boolean | undefined
}

/** Marks a team folder, and in flat lists also the items in one. */
export function TeamMark({ item, texts: { t }, isFlat = false }: TeamMarkProps) {
  const { team_id } = item.attributes
  const isTeamFolder = team_id === item.id
  if (!isTeamFolder && !(isFlat && team_id !== null)) return null
  return <Mark label={t(isTeamFolder ? 'teams.badge' : 'teams.badge_within')} />
}

/** The same mark for a folder of the tree. */
export function TeamBadge() {
  const { t } = useTranslation()
  return <Mark label={t('teams.badge')} />
}

const Mark = ({ label }: { label: string }) => (
  <Users size={15} className={classes.mark} role="img" aria-label={label} />
)
