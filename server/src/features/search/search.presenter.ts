import type { SearchedPerson, SearchHit } from '@coffer/contract/search'
import type { Actor } from '../../actor.ts'
import { avatarOf } from '../avatars/index.ts'
import { presentAncestors, presentItem } from '../items/index.ts'
import type { Person } from './people.repository.ts'
import type { Hit } from './search.service.ts'

export function presentHit(actor: Actor, { item, ancestors, fit, marks, snippet }: Hit): SearchHit {
  const presented = presentItem(actor, item)
  return {
    ...presented,
    meta: { ...presented.meta, fit, marks, snippet, path: presentAncestors(ancestors) },
  }
}

export const presentPerson = ({ id, avatar_key, ...attributes }: Person): SearchedPerson => ({
  id,
  type: 'user',
  attributes: { ...attributes, avatar: avatarOf(avatar_key) },
})
