import { type DocumentType, listDocumentTypes } from '@coffer/contract/document-types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What items are as documents, by their ids. */
export const DOCUMENT = 'document'

/** Every document type with its subcategories. Administrators change them rarely. */
export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: async ({ signal }) => (await api(listDocumentTypes, {}, { signal })).data,
  staleTime: 60_000,
})

const NONE: readonly DocumentType[] = []

/** None while they are not known: where there are no types, nothing of them is shown. */
export const useDocumentTypes = (): readonly DocumentType[] =>
  useQuery(documentTypesQuery).data ?? NONE
