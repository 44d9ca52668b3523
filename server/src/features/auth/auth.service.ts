import type { Deps } from '../../deps.ts'
import { rememberAddress } from '../settings/index.ts'
import { isAdministrator } from './sessions.repository.ts'

/** Others could say anything: only administrators tell where this server is. */
export async function noteAddress(
  deps: Pick<Deps, 'db' | 'transact' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  if (await isAdministrator(deps.db, userId)) await rememberAddress(deps, address)
}
