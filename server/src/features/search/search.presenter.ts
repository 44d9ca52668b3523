import type { SearchHit } from '@coffer/contract/search'
import type { Actor } from '../../actor.ts'
import { presentAncestors, presentItem } from '../items/index.ts'
import type { Hit } from './search.service.ts'

export function presentHit(actor: Actor, { item, ancestors, fit, marks, snippet }: Hit): SearchHit {
  const presented = presentItem(actor, item)
  return {
    ...presented,
    meta: { ...presented.meta, fit, marks, snippet, path: presentAncestors(ancestors) },
  }
}
