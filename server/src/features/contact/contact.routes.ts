import { contact as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { requireHuman } from '../bot-check/index.ts'
import { notifyAdministrators } from './contact.service.ts'

type ContactRoutesDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId' | 'config' | 'log'>

export function contactRoutes(route: Route, deps: ContactRoutesDeps): void {
  route(contract.contactAdministrators, async ({ body }, { request }) => {
    await limitAttempts(deps, [
      byIp('contact by ip', request.ip),
      // A total limit protects the mailboxes from many senders at once.
      { limit: 'contact by all', key: '' },
    ])
    await requireHuman(deps, body.recaptcha, 'contact')
    await notifyAdministrators(deps, body)
    return undefined
  })
}
