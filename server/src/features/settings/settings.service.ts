import type { ClientConfig } from '@coffer/contract/config'
import type { Deps } from '../../deps.ts'
import { presentConfig } from './settings.presenter.ts'
import { readSettings, writeSettings } from './settings.repository.ts'

/** What the web app is told: with the page itself, and by the call for it. */
export const readClientConfig = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  visitor: { host: string; isAuthenticated: boolean },
): Promise<ClientConfig> => presentConfig(await readSettings(db), config, visitor)

/** Keeps the address by which an administrator came in, for letters; where one was set, that one holds. */
export async function saveServerAddress(
  { db, transact, config }: Pick<Deps, 'db' | 'transact' | 'config'>,
  address: string,
): Promise<void> {
  const isKnown = (await readSettings(db)).known_address === address
  if (isKnown || config.appUrl !== undefined || !URL.canParse(address)) return
  await transact(tx => writeSettings(tx, { known_address: address }))
}
