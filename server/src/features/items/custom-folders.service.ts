import type { Input } from '@coffer/contract'
import type { createCustomFolder as contract } from '@coffer/contract/custom-folders'
import { customFolderName } from '@coffer/contract/customers'
import { nameError, normaliseName } from '@coffer/contract/names'
import { type Actor, type UserActor, viewerOf } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { classifyForUpdate } from '../document-types/index.ts'
import { type CustomerRow, findCustomers, insertCustomFolder } from './custom-folders.repository.ts'
import { lockFolder, rootFolderId, rootOwnerId } from './items.access.ts'
import * as items from './items.repository.ts'
import { insertFolder } from './items.service.ts'
import { freeNameIn } from './name-conflicts.service.ts'

/** Creates a customer's folder, at the root only (FILES-14, FILES-15). */
export const createCustomFolder = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId'>,
  actor: Actor,
  { parent_id, customer, ...document }: Input<typeof contract>['body'],
): Promise<items.ItemView> => {
  // Checked before any lookup, so that the answer reveals nothing about the folder.
  const root = rootOwnerId(actor)
  if (rootFolderId(actor) !== root || (parent_id ?? root) !== root)
    throw new AppError('custom_folder.not_at_root')
  const baseName = normaliseName(customFolderName(customer))
  const error = nameError(baseName)
  if (error)
    throw new AppError('item.name_invalid', {
      errors: { identification: [`validation.name.${error}`] },
    })
  return deps.transact(async tx => {
    const { folder: home } = await lockFolder(tx, actor, null)
    const { classification } = await classifyForUpdate(tx, document)
    const isTaken = await items.findByName(tx, home.id, baseName)
    const name = isTaken ? await freeNameIn(tx, home.id, baseName) : baseName
    const id = await insertFolder(tx, deps, actor, home, { name, classification })
    await insertCustomFolder(tx, id, customer)
    return items.requireView(tx, id, viewerOf(actor))
  })
}

/** Returns customers whose folders the actor owns; admins get those of all owners. */
export const listCustomers = (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  query: string,
): Promise<CustomerRow[]> =>
  findCustomers(db, actor.role === 'admin' ? null : rootFolderId(actor), query)
