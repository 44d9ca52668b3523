import { FAILED_LINKS } from '@coffer/contract/constants'
import type { Action } from '@coffer/contract/notification'
import { linkOptions } from '@tanstack/react-router'
import { NO_FOLDER } from '../../lib/no-folder.ts'

type Params = Action['params']

/** Returns the link for a route name of the server; Files for an unknown name of a newer server. */
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

/** Opens in a new tab when the target is blank. Only http and https URLs are allowed. */
export function addressOf({ url, target }: Params) {
  const { protocol, href } = new URL(url ?? '', window.location.origin)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return target === 'blank' ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href }
}
