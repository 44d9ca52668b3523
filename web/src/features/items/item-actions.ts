import type { ErrorCode, Request } from '@coffer/contract'
import type { createFolder, Item, OnConflict, renameItem } from '@coffer/contract/items'
import { restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { ApiError, api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts } from './conflict-questions.ts'

type Appearance = Partial<Pick<Item['attributes'], 'name' | 'emoji' | 'color'>>

/**
 * Changes the name, emoji or colour of an item.
 * @returns the server's error message, or null
 */
export async function changeItem(
  cache: ItemCache,
  item: Item,
  appearance: Appearance,
  answers: ConflictAnswers = { on_conflict: 'skip', seen_name: item.attributes.name },
): Promise<string | null> {
  const { name } = item.attributes
  const undo = cache.patch(item.id, ({ attributes, ...rest }) => ({
    ...rest,
    attributes: { ...attributes, ...appearance },
  }))
  try {
    const body = { name, type: item.type, ...appearance, ...answers }
    const { data } = await api(cache.scope.renameItem, { params: { id: item.id }, body })
    cache.patch(item.id, () => data)
    const { name: newName } = data.attributes
    doneToast(
      newName === name
        ? i18next.t('actions.changed')
        : i18next.t('actions.renamed', { name: newName }),
      // A file that replaced another can't be separated again.
      data.id === item.id ? () => undoChange(cache, data, item) : null,
    )
    return null
  } catch (error) {
    undo()
    const answer = await askUser(error, cache, item, appearance.name)
    return answer
      ? changeItem(cache, item, appearance, { ...answers, ...answer })
      : messageOf(error)
  } finally {
    void cache.refresh()
  }
}

/**
 * Changes what was edited in the dialog of a folder. A name that was not edited stays the current one, also if the folder was
 * renamed while the dialog was open.
 */
export const changeFolder = (
  cache: ItemCache & { find: (id: string) => Item | undefined },
  opened: Item,
  edited: Appearance,
): Promise<string | null> =>
  changeItem(cache, edited.name === undefined ? (cache.find(opened.id) ?? opened) : opened, edited)

/** The user's answers to questions that the server's rejections raise. */
type ConflictAnswers = Pick<Request<typeof renameItem>['body'], 'on_conflict' | 'seen_name'>

const hasErrorCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.problem?.code === code

const isNameTaken = (error: unknown): boolean => hasErrorCode(error, 'item.name_taken')

/** @returns null when the error raises no question or the user cancels */
async function askUser(
  error: unknown,
  cache: ItemCache,
  item: Item,
  name?: string,
): Promise<ConflictAnswers | null> {
  if (hasErrorCode(error, 'item.renamed_concurrently'))
    return (await confirmChange(error)) ? { seen_name: undefined } : null
  const on_conflict = isNameTaken(error) && name ? await askNameConflict(cache, item, name) : null
  return on_conflict && { on_conflict }
}

/** Another user renamed the item meanwhile; ask before overwriting the name. */
const confirmChange = ({ problem }: ApiError): Promise<boolean> =>
  confirmPopup({
    title: problem?.title ?? '',
    message: problem?.message ?? '',
    confirm: i18next.t('actions.change_all_the_same'),
  })

/** Asks how to resolve a conflict with the new name; null to choose another name. */
async function askNameConflict(
  { scope }: ItemCache,
  item: Item,
  name: string,
): Promise<OnConflict | null> {
  if (!scope.more) return 'rename'
  const { id, type, attributes } = item
  const body = { to_id: attributes.parent_id, items: [{ id, type }], name }
  const { data: conflicts } = await api(scope.more.findConflicts, { body })
  // The conflicting item no longer exists.
  if (conflicts.length === 0) return 'rename'
  const choice = (await askConflicts({ how: 'rename', conflicts }))?.get(id)
  return choice && choice !== 'skip' ? choice : null
}

/** Restores the previous name, emoji and colour. */
async function undoChange(cache: ItemCache, now: Item, before: Item): Promise<void> {
  const { name, emoji, color } = before.attributes
  const appearance = before.type === 'folder' ? { emoji, color } : {}
  try {
    const body = { name, seen_name: now.attributes.name, type: before.type, ...appearance }
    const { data } = await api(cache.scope.renameItem, { params: { id: now.id }, body })
    cache.patch(now.id, () => data)
  } finally {
    await cache.refresh()
  }
}

/**
 * Creates a folder with a name the user chose.
 * @param onCreated called after the lists are refreshed
 * @returns the server's error message, or null
 */
export async function createNamedFolder(
  cache: ItemCache,
  parentId: string | null,
  appearance: Omit<Request<typeof createFolder>['body'], 'parent_id' | 'on_conflict'>,
  onCreated: (folder: Item) => void = () => {},
): Promise<string | null> {
  const create = (on_conflict: 'rename' | 'skip') =>
    api(cache.scope.createFolder, { body: { ...appearance, parent_id: parentId, on_conflict } })
  try {
    const { data } = await create('skip').catch(async error => {
      const confirmed = isNameTaken(error) && (await confirmKeepBoth(appearance.name))
      if (!confirmed) throw error
      return create('rename')
    })
    await cache.refresh()
    onCreated(data)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const confirmKeepBoth = (name: string): Promise<boolean> =>
  confirmPopup({
    title: i18next.t('actions.taken_title', { name }),
    message: i18next.t('actions.taken_folder'),
    confirm: i18next.t('actions.keep_both'),
  })

/**
 * Moves items to the trash; the toast can undo it.
 * @returns whether the server accepted
 */
export async function moveToTrash(cache: ItemCache, items: readonly Item[]): Promise<boolean> {
  const hasSucceeded = await change(cache, items, refs =>
    api(cache.scope.removeItems, { body: { items: refs } }),
  )
  if (!hasSucceeded) return false
  const text =
    items.length === 1
      ? i18next.t('files.trashed_named', { name: items[0]?.attributes.name })
      : i18next.t('files.trashed', { count: items.length })
  const restore = () =>
    removeOptimistically(cache, items, refs => api(restoreItems, { body: { items: refs } }))
  // Guests have no access to the owner's trash.
  doneToast(text, cache.scope.guest ? null : restore)
  return true
}

/** @returns whether the server accepted */
async function change(...args: Parameters<typeof removeOptimistically>): Promise<boolean> {
  try {
    await removeOptimistically(...args)
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}

/** Text for an error below a field; other errors get a text as well. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return i18next.t('shell.offline')
  const problem = error instanceof ApiError ? error.problem : null
  return problem?.errors?.name?.[0] ?? problem?.message ?? i18next.t('popup_error.message')
}
