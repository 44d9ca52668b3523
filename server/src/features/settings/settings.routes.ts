import { config as contract } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originFor } from '../../http/origin.ts'
import type { Route } from '../../http/route.ts'
import { readClientConfig } from './settings.service.ts'

export type ClientConfigFor = (request: FastifyRequest) => Promise<ClientConfig>

/** Creates a function that returns the client configuration for a request. */
export const clientConfigFor =
  (
    deps: Pick<Deps, 'db' | 'config'>,
    isSignedIn: (request: FastifyRequest) => Promise<boolean>,
  ): ClientConfigFor =>
  async request =>
    readClientConfig(deps, {
      host: originFor(deps, request),
      isAuthenticated: await isSignedIn(request),
    })

export function settingsRoutes(route: Route, clientConfig: ClientConfigFor): void {
  route(contract.getConfig, (_, { request }) => clientConfig(request))
}
