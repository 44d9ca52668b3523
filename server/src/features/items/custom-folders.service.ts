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

/** A customer's folder. Spec §5: only at the root. */
export const createCustomFolder = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId'>,
  actor: Actor,
  { parent_id, customer, ...document }: Input<typeof contract>['body'],
): Promise<items.ItemView> => {
  // Checked before any lookup, so that the answer tells nothing about the folder that was named.
  const root = rootOwnerId(actor)
  if (rootFolderId(actor) !== root || (parent_id ?? root) !== root)
    throw new AppError('custom_folder.not_at_root')
  const wanted = normaliseName(customFolderName(customer))
  const fault = nameError(wanted)
  if (fault)
    throw new AppError('item.name_invalid', {
      errors: { identification: [`validation.name.${fault}`] },
    })
  return deps.transact(async tx => {
    const { folder: home } = await lockFolder(tx, actor, null)
    const { classification } = await classifyForUpdate(tx, document)
    const isTaken = await items.findByName(tx, home.id, wanted)
    const name = isTaken ? await freeNameIn(tx, home.id, wanted) : wanted
    const id = await insertFolder(tx, deps, actor, home, { name, classification })
    await insertCustomFolder(tx, id, customer)
    return items.requireView(tx, id, viewerOf(actor))
  })
}

/** Whose folders the actor may see: an admin's everybody's. */
export const listCustomers = (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  query: string,
): Promise<CustomerRow[]> =>
  findCustomers(db, actor.role === 'admin' ? null : rootFolderId(actor), query)
