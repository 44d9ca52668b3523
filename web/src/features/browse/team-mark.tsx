import type { Item } from '@coffer/contract/items'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ItemTexts } from './item-texts.ts'
import classes from './team-mark.module.css'

interface TeamMarkProps {
  item: Item
  words: Pick<ItemTexts, 't'>
  /** Among items of many folders, where nothing around it tells what it lies in. */
  isFlat?: boolean | undefined
}

/** Beside the name of a folder that others work in too, and of what lies in one. */
export function TeamMark({ item, words: { t }, isFlat = false }: TeamMarkProps) {
  const { team_id } = item.attributes
  const isTop = team_id === item.id
  if (!isTop && !(isFlat && team_id !== null)) return null
  return <Mark label={t(isTop ? 'teams.badge' : 'teams.badge_within')} />
}

/** The same for a folder of a tree. */
export function TeamBadge() {
  const { t } = useTranslation()
  return <Mark label={t('teams.badge')} />
}

const Mark = ({ label }: { label: string }) => (
  <Users size={15} className={classes.mark} role="img" aria-label={label} />
)
