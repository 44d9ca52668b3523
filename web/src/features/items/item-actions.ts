import type { ErrorCode, Request } from '@coffer/contract'
import type { createFolder, Item, OnConflict, renameItem } from '@coffer/contract/items'
import { restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { ApiError, api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts } from './conflict-questions.ts'

type Looks = Partial<Pick<Item['attributes'], 'name' | 'emoji' | 'color'>>

/** Changes the name or the looks. @returns what the server had against it, or null */
export async function changeItem(
  cache: ItemCache,
  item: Item,
  looks: Looks,
  answers: Answers = { on_conflict: 'skip', seen_name: item.attributes.name },
): Promise<string | null> {
  const { name } = item.attributes
  const undo = cache.patch(item.id, ({ attributes, ...rest }) => ({
    ...rest,
    attributes: { ...attributes, ...looks },
  }))
  try {
    const body = { name, type: item.type, ...looks, ...answers }
    const { data } = await api(cache.scope.renameItem, { params: { id: item.id }, body })
    cache.patch(item.id, () => data)
    const { name: called } = data.attributes
    doneToast(
      called === name
        ? i18next.t('actions.changed')
        : i18next.t('actions.renamed', { name: called }),
      // What was put over something is one with it now.
      data.id === item.id ? () => changeBack(cache, data, item) : null,
    )
    return null
  } catch (error) {
    undo()
    const answer = await askAbout(error, cache, item, looks.name)
    return answer ? changeItem(cache, item, looks, { ...answers, ...answer }) : messageOf(error)
  } finally {
    void cache.refresh()
  }
}

/** What a person was asked, or will be where the server refuses. */
type Answers = Pick<Request<typeof renameItem>['body'], 'on_conflict' | 'seen_name'>

const isRefusedAs = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.problem?.code === code

const isTaken = (error: unknown): boolean => isRefusedAs(error, 'item.name_taken')

/** @returns null where nothing can be asked, or the change is not wanted any more */
async function askAbout(
  error: unknown,
  cache: ItemCache,
  item: Item,
  name?: string,
): Promise<Answers | null> {
  if (isRefusedAs(error, 'item.renamed_concurrently'))
    return (await confirmAllTheSame(error)) ? { seen_name: undefined } : null
  const on_conflict = isTaken(error) && name ? await askName(cache, item, name) : null
  return on_conflict && { on_conflict }
}

/** Somebody was quicker, and his name is not lost without a word. */
const confirmAllTheSame = ({ problem }: ApiError): Promise<boolean> =>
  confirmPopup({
    title: problem?.title ?? '',
    message: problem?.message ?? '',
    confirm: i18next.t('actions.change_all_the_same'),
  })

/** What is to become of the item and of what has its new name; null for another name. */
async function askName({ scope }: ItemCache, item: Item, name: string): Promise<OnConflict | null> {
  if (!scope.more) return 'rename'
  const { id, type, attributes } = item
  const body = { to_id: attributes.parent_id, items: [{ id, type }], name }
  const { data: conflicts } = await api(scope.more.findConflicts, { body })
  // Gone meanwhile: the name is free.
  if (conflicts.length === 0) return 'rename'
  const choice = (await askConflicts({ how: 'rename', conflicts }))?.get(id)
  return choice && choice !== 'skip' ? choice : null
}

/** The name and the looks as they were. */
async function changeBack(cache: ItemCache, now: Item, before: Item): Promise<void> {
  const { name, emoji, color } = before.attributes
  const looks = before.type === 'folder' ? { emoji, color } : {}
  try {
    const body = { name, seen_name: now.attributes.name, type: before.type, ...looks }
    const { data } = await api(cache.scope.renameItem, { params: { id: now.id }, body })
    cache.patch(now.id, () => data)
  } finally {
    await cache.refresh()
  }
}

/**
 * Makes a folder that was given its name.
 * @param onMade called when every list knows of it
 * @returns what there was against it, or null
 */
export async function makeNamedFolder(
  cache: ItemCache,
  parentId: string | null,
  looks: Omit<Request<typeof createFolder>['body'], 'parent_id' | 'on_conflict'>,
  onMade: (folder: Item) => void = () => {},
): Promise<string | null> {
  const make = (on_conflict: 'rename' | 'skip') =>
    api(cache.scope.createFolder, { body: { ...looks, parent_id: parentId, on_conflict } })
  try {
    const { data } = await make('skip').catch(async error => {
      const keepsBoth = isTaken(error) && (await confirmBoth(looks.name))
      if (!keepsBoth) throw error
      return make('rename')
    })
    await cache.refresh()
    onMade(data)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

const confirmBoth = (name: string): Promise<boolean> =>
  confirmPopup({
    title: i18next.t('actions.taken_title', { name }),
    message: i18next.t('actions.taken_folder'),
    confirm: i18next.t('actions.keep_both'),
  })

/** Into the trash, from where the toast's button brings a user's own back. */
export async function moveToTrash(cache: ItemCache, items: readonly Item[]): Promise<boolean> {
  const isDone = await change(cache, items, refs =>
    api(cache.scope.removeItems, { body: { items: refs } }),
  )
  if (!isDone) return false
  const words =
    items.length === 1
      ? i18next.t('files.trashed_named', { name: items[0]?.attributes.name })
      : i18next.t('files.trashed', { count: items.length })
  const bringBack = () =>
    removeOptimistically(cache, items, refs => api(restoreItems, { body: { items: refs } }))
  // The trash is the owner's, out of a guest's reach.
  doneToast(words, cache.scope.guest ? null : bringBack)
  return true
}

/** @returns whether the server agreed */
async function change(...args: Parameters<typeof removeOptimistically>): Promise<boolean> {
  try {
    await removeOptimistically(...args)
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}

/** What to say below a field; a failure that is not the field's gets words as well. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return i18next.t('shell.offline')
  const problem = error instanceof ApiError ? error.problem : null
  return problem?.errors?.name?.[0] ?? problem?.message ?? i18next.t('popup_error.message')
}
