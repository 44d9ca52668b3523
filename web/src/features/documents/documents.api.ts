import type { Request } from '@coffer/contract'
import {
  getItemDocument,
  type ItemDocument,
  updateItemDocument,
  updateItemDocuments,
} from '@coffer/contract/documents'
import type { Item, ItemRef } from '@coffer/contract/items'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { DOCUMENT } from '../../lib/query-keys.ts'

export type Document = ItemDocument['attributes']
type Change = Request<typeof updateItemDocument>['body']
export type DocumentCache = Pick<ItemCache, 'patch' | 'refresh'>

const keyOf = (itemId: string) => [DOCUMENT, itemId] as const

/** The document type and field values of an item. */
export const documentQuery = (item: Pick<Item, 'id'>) =>
  queryOptions({
    queryKey: keyOf(item.id),
    queryFn: async ({ signal }) =>
      (await api(getItemDocument, { params: { id: item.id } }, { signal })).data.attributes,
  })

/** Changes the document of one item; calls run one after the other. */
export function useChangeDocument({ id }: Pick<Item, 'id'>, cache: DocumentCache) {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    scope: { id: keyOf(id).join(' ') },
    // Offline the call fails at once with a message, instead of waiting.
    networkMode: 'always',
    mutationFn: async (change: Change) => {
      // A read during the call may already bring the change.
      const previous = queries.getQueryData<Document>(keyOf(id))
      const { data } = await api(updateItemDocument, { params: { id }, body: change })
      const document = data.attributes
      // A read that began before the change may answer after it.
      void queries.cancelQueries({ queryKey: keyOf(id) })
      queries.setQueryData(keyOf(id), document)
      if (!previous || LISTED_ATTRIBUTES.some(part => previous[part] !== document[part]))
        showInLists(cache, id, document)
      return document
    },
  })
  return mutateAsync
}

/** The attributes that lists show. */
const LISTED_ATTRIBUTES = ['tipo_id', 'subcategory_id', 'document_status'] as const

function showInLists(
  cache: DocumentCache,
  id: string,
  { fields: _, ...attributes }: Document,
): void {
  cache.patch(id, item => ({ ...item, attributes: { ...item.attributes, ...attributes } }))
  void cache.refresh()
}

/** The most items that the server accepts in one call. */
const BATCH_SIZE = 1000

/** The type, subcategory and values that are set. */
export type DocumentChange = Omit<Request<typeof updateItemDocuments>['body'], 'items'>

/** Sets one type for many items, and the values that are the same for all of them. */
export async function changeDocuments(
  items: readonly ItemRef[],
  change: DocumentChange,
): Promise<void> {
  const refs = items.map(({ id, type }) => ({ id, type }))
  for (let start = 0; start < refs.length; start += BATCH_SIZE)
    await api(updateItemDocuments, {
      body: { items: refs.slice(start, start + BATCH_SIZE), ...change },
    })
}

/**
 * Returns a change that restores a document, with its values, because changing the type clears
 * them.
 */
export const previousDocument = ({
  tipo_id,
  subcategory_id,
  fields,
}: Document): DocumentChange => ({
  tipo_id,
  subcategory_id,
  values: Object.fromEntries(fields.map(({ id, value }) => [id, value])),
})
