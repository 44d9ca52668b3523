import type { Request } from '@coffer/contract'
import {
  browseDocumentTypes,
  browseSubcategoriesOfType,
  createDocumentType,
  createSubcategory,
  type DocumentTypeRow,
  deleteDocumentType,
  deleteSubcategory,
  exportDocumentTypes,
  getDocumentType,
  getSubcategory,
  importDocumentTypes,
  mergeDocumentTypes,
  type SubcategoryRow,
  updateDocumentType,
  updateSubcategory,
} from '@coffer/contract/document-type-editing'
import type { DocumentType } from '@coffer/contract/document-types'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

const TYPES = 'admin-document-types'

export const typesQuery = (request: TableRequest) =>
  tableQuery([TYPES, 'list'], browseDocumentTypes, request)

export const typeQuery = (id: string) =>
  queryOptions({
    queryKey: [TYPES, 'one', id],
    queryFn: async ({ signal }) =>
      (await api(getDocumentType, { params: { id } }, { signal })).data,
  })

export const subcategoriesQuery = (id: string, request: TableRequest) =>
  tableQuery([TYPES, 'subcategories', id], browseSubcategoriesOfType, request, { id })

export const subcategoryQuery = (id: string) =>
  queryOptions({
    queryKey: [TYPES, 'subcategory', id],
    queryFn: async ({ signal }) => (await api(getSubcategory, { params: { id } }, { signal })).data,
  })

/** The number of items of one type, from the list. */
export const usageQuery = ({ id, attributes }: DocumentType) =>
  queryOptions({
    queryKey: [TYPES, 'usage', id],
    queryFn: async ({ signal }): Promise<DocumentTypeRow | null> => {
      const query = { query: attributes.name, per_page: 200 }
      const { data } = await api(browseDocumentTypes, { query }, { signal })
      return data.find(row => row.id === id) ?? null
    },
  })

type Change = Request<typeof updateDocumentType>['body']

/** Name and fields of a type or subcategory. */
export type Draft = { name: string; fields: NonNullable<Change['fields']> } & Pick<
  Change,
  'seen_updated_at'
>

export const downloadTypes = (): Promise<void> => downloadFile(exportDocumentTypes)

export function useDocumentTypeCalls() {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [TYPES] }),
      // The types that are offered for items.
      queries.invalidateQueries({ queryKey: ['document-types'] }),
    ])
  return {
    createType: async (body: Draft) => {
      const { data } = await api(createDocumentType, { body })
      await refresh()
      return data
    },
    updateType: async (id: string, body: Draft) => {
      const { data } = await api(updateDocumentType, { params: { id }, body })
      await refresh()
      return data.attributes
    },
    /** Loads the current version. @throws ApiError */
    loadType: async (id: string) =>
      (await queries.fetchQuery({ ...typeQuery(id), staleTime: 0 })).attributes,
    deleteType: async (id: string) => {
      await api(deleteDocumentType, { params: { id } })
      await refresh()
    },
    mergeType: async (id: string, into: string) => {
      const { data } = await api(mergeDocumentTypes, { params: { id }, body: { into } })
      await refresh()
      return data
    },
    importTypes: async (file: File) => {
      try {
        const { meta } = await api(importDocumentTypes, { body: { file } })
        await refresh()
        successToast(i18next.t('admin_documents.imported', { count: meta.changed }))
      } catch (error) {
        failurePopup(error)
      }
    },
    createSubcategory: async (typeId: string, body: Draft) => {
      await api(createSubcategory, { body: { ...body, type_document_id: typeId } })
      await refresh()
    },
    updateSubcategory: async (id: string, body: Draft) => {
      const { data } = await api(updateSubcategory, { params: { id }, body })
      await refresh()
      return data.attributes
    },
    /** Loads the current version. @throws ApiError */
    loadSubcategory: async (id: string) =>
      (await queries.fetchQuery({ ...subcategoryQuery(id), staleTime: 0 })).attributes,
    /** Deletes a subcategory after confirmation. */
    removeSubcategory: async ({ id, attributes: { name } }: SubcategoryRow) => {
      const agreed = await confirmPopup({
        title: i18next.t('admin_subcategories.delete_title', { name }),
        message: i18next.t('admin_subcategories.delete_text'),
        confirm: i18next.t('admin_documents.delete'),
        danger: true,
      })
      if (!agreed) return
      try {
        await api(deleteSubcategory, { params: { id } })
        successToast(i18next.t('admin_documents.deleted', { name }))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
  }
}
