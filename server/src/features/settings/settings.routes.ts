import { config as configContract, settings as contract, type Endpoint } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import type { FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { originFor } from '../../http/origin.ts'
import type { Route } from '../../http/route.ts'
import { presentSettings } from './settings.presenter.ts'
import { changedNames, concernsStorage, isSensitiveChange } from './settings.rules.ts'
import { changeSettings, readClientConfig, readSettingsState } from './settings.service.ts'

export type ClientConfigFor = (request: FastifyRequest) => Promise<ClientConfig>

/** Creates a function that returns the client configuration for a request. */
export const clientConfigFor =
  (
    deps: Pick<Deps, 'settings' | 'config'>,
    isSignedIn: (request: FastifyRequest) => Promise<boolean>,
  ): ClientConfigFor =>
  async request =>
    readClientConfig(deps, {
      host: originFor(deps, request),
      isAuthenticated: await isSignedIn(request),
    })

interface SettingsRoutesOptions {
  clientConfig: ClientConfigFor
  /** Requires a recent authentication for sensitive calls. */
  authorize: (endpoint: Endpoint, actor: UserActor) => void
}

export function settingsRoutes(
  route: Route,
  deps: Deps,
  { clientConfig, authorize }: SettingsRoutesOptions,
): void {
  route(configContract.getConfig, (_, { request }) => clientConfig(request))

  route(contract.getSettings, async () => ({
    data: presentSettings(await readSettingsState(deps)),
  }))

  route(contract.updateSettings, async ({ body, actor }) => {
    authorize({ ...contract.updateSettings, isSensitive: isSensitiveChange(body) }, actor)
    await deps.transact(tx => changeSettings(tx, deps, actor, body))
    // The change is made; another attempt to follow it comes within seconds.
    if (concernsStorage(changedNames(body)))
      await deps
        .followStores()
        .catch(err => deps.log.error({ err }, 'a change of the storage settings was not followed'))
    return { data: presentSettings(await readSettingsState(deps)) }
  })
}
