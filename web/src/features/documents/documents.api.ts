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
import { DOCUMENT } from './document-types.api.ts'

export type Document = ItemDocument['attributes']
type Change = Request<typeof updateItemDocument>['body']
export type DocumentCache = Pick<ItemCache, 'patch' | 'refresh'>

const keyOf = (itemId: string) => [DOCUMENT, itemId] as const

/** What an item is as a document, and what it says to the fields. */
export const documentQuery = (item: Pick<Item, 'id'>) =>
  queryOptions({
    queryKey: keyOf(item.id),
    queryFn: async ({ signal }) =>
      (await api(getItemDocument, { params: { id: item.id } }, { signal })).data.attributes,
  })

/** Changes one item; what is sent while another change is under way waits for it. */
export function useChangeDocument({ id }: Pick<Item, 'id'>, cache: DocumentCache) {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    scope: { id: keyOf(id).join(' ') },
    mutationFn: async (change: Change) =>
      (await api(updateItemDocument, { params: { id }, body: change })).data.attributes,
    onSuccess: document => {
      const before = queries.getQueryData<Document>(keyOf(id))
      queries.setQueryData(keyOf(id), document)
      if (!before || SHOWN.some(part => before[part] !== document[part]))
        showInLists(cache, id, document)
    },
  })
  return mutateAsync
}

/** What lists show of it. */
const SHOWN = ['tipo_id', 'subcategory_id', 'document_status'] as const

function showInLists(cache: DocumentCache, id: string, { fields: _, ...shown }: Document): void {
  cache.patch(id, item => ({ ...item, attributes: { ...item.attributes, ...shown } }))
  void cache.refresh()
}

/** As many as the server takes in one call. */
const BATCH_SIZE = 1000

type Sent = Omit<Request<typeof updateItemDocuments>['body'], 'items'>

/** Gives many items one type, with the values that are the same for all of them. */
export async function changeDocuments(items: readonly ItemRef[], sent: Sent): Promise<void> {
  const refs = items.map(({ id, type }) => ({ id, type }))
  for (let start = 0; start < refs.length; start += BATCH_SIZE)
    await api(updateItemDocuments, {
      body: { items: refs.slice(start, start + BATCH_SIZE), ...sent },
    })
}

/** With the values, as another type empties what it doesn't ask for. */
export const previousDocument = ({ tipo_id, subcategory_id, fields }: Document): Sent => ({
  ...{ tipo_id, subcategory_id },
  values: Object.fromEntries(
    fields.filter(({ value }) => value !== null).map(({ id, value }) => [id, value]),
  ),
})
