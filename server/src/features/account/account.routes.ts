import { account as contract, people } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { presentUser } from './account.presenter.ts'
import { changeSettings, getAccount, listPeople } from './account.service.ts'

export function accountRoutes(route: Route, deps: Deps): void {
  const localeOf = ({ headers }: FastifyRequest) => localeFrom(headers['accept-language'])

  route(contract.getUser, async ({ actor }, { request }) => ({
    data: presentUser(await getAccount(deps, actor), localeOf(request)),
  }))

  route(people.listPeople, async ({ query }) => {
    const found = await listPeople(deps, query.query)
    return {
      data: found.map(({ id, ...attributes }) => ({ id, type: 'user' as const, attributes })),
    }
  })

  for (const endpoint of [contract.updateSettings, contract.postSettings] as const)
    route(endpoint, async ({ actor, body }, { request }) => ({
      data: presentUser(await changeSettings(deps, actor, body), localeOf(request)),
    }))
}
