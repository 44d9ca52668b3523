import type { Item } from '@coffer/contract/items'
import { Users } from 'lucide-react'
import type { Words } from './item-words.ts'
import classes from './team-mark.module.css'

/** Beside the name of a folder that others work in too. */
export function TeamMark({ item, words: { t } }: { item: Item; words: Words }) {
  if (item.attributes.team_id !== item.id) return null
  return <Users size={15} className={classes.mark} role="img" aria-label={t('teams.badge')} />
}
