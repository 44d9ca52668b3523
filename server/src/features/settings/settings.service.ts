import type { ClientConfig } from '@coffer/contract/config'
import type { Deps } from '../../deps.ts'
import { presentConfig } from './settings.presenter.ts'
import { readSettings } from './settings.repository.ts'

/** What the web app is told: with the page itself, and by the call for it. */
export const readClientConfig = async (
  { db }: Pick<Deps, 'db'>,
  visitor: { host: string; isAuthenticated: boolean },
): Promise<ClientConfig> => presentConfig(await readSettings(db), visitor)
