import { FAILED_LINKS } from '@coffer/contract/constants'
import type { Action } from '@coffer/contract/notification'
import { linkOptions } from '@tanstack/react-router'
import { NO_FOLDER } from '../../lib/no-folder.ts'

type Params = Action['params']

/** The page that a route's name stands for; Files, where a newer server names one we do not know. */
export function pageOf({ route, id }: Params) {
  const params = { id }
  switch (route) {
    case 'FailedLinks':
      return linkOptions({ to: '/platform/files/{-$id}', params: NO_FOLDER, hash: FAILED_LINKS })
    case 'SharedWithMe':
      return linkOptions({ to: '/platform/shared-with-me/{-$id}', params })
    case 'TeamFolders':
      return linkOptions({ to: '/platform/team-folders/{-$id}', params })
    case 'Billing':
      return linkOptions({ to: '/user/settings/billing' })
    default:
      return linkOptions({ to: '/platform/files/{-$id}', params })
  }
}

/** Spec §2: in a new tab when its target is blank. Nothing but the web is led to. */
export function addressOf({ url, target }: Params) {
  const { protocol, href } = new URL(url ?? '', window.location.origin)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return target === 'blank' ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href }
}
