import type { ClientConfig } from '@coffer/contract/config'
import type { Deps } from '../../deps.ts'
import { presentConfig } from './settings.presenter.ts'
import { readSettings, writeSettings } from './settings.repository.ts'

/** Returns the configuration of the web app, which is part of the page and also an API response. */
export const readClientConfig = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  visitor: { host: string; isAuthenticated: boolean },
): Promise<ClientConfig> => presentConfig(await readSettings(db), config, visitor)

/** Stores the origin an administrator used, for links in emails; a set `APP_URL` takes precedence. */
export async function saveServerAddress(
  { db, transact, config }: Pick<Deps, 'db' | 'transact' | 'config'>,
  address: string,
): Promise<void> {
  const isKnown = (await readSettings(db)).known_address === address
  if (isKnown || config.appUrl !== undefined || !URL.canParse(address)) return
  await transact(tx => writeSettings(tx, { known_address: address }))
}
