import { type DocumentType, listDocumentTypes } from '@coffer/contract/document-types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** All document types with their subcategories. Administrators rarely change them. */
export const documentTypesQuery = queryOptions({
  queryKey: ['document-types'],
  queryFn: async ({ signal }) => (await api(listDocumentTypes, {}, { signal })).data,
  staleTime: 60_000,
})

const NONE: readonly DocumentType[] = []

/** Returns the document types; empty while they load, so that nothing about them is shown. */
export const useDocumentTypes = (): readonly DocumentType[] =>
  useQuery(documentTypesQuery).data ?? NONE
