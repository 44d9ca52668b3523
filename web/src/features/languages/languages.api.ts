import type { Request } from '@coffer/contract'
import {
  createLanguage,
  deleteLanguage,
  exportStrings,
  getLanguage,
  importStrings,
  type Language,
  type LanguageString,
  listLanguages,
  listStrings,
  type StringState,
  updateLanguage,
  updateStrings,
} from '@coffer/contract/languages'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { updateConfig } from '../../lib/config.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

const LANGUAGES = 'admin-languages'

/** All languages; there are few, so the list has one page. */
export const languagesQuery = queryOptions({
  queryKey: [LANGUAGES, 'list'],
  queryFn: async ({ signal }) => {
    const { data } = await api(listLanguages, {}, { signal })
    // Other language choices on this page follow.
    updateConfig({ languages: data.map(({ attributes: { locale, name } }) => ({ locale, name })) })
    return { data, meta: { paginate: { total: data.length }, is_capped: false } }
  },
})

export const languageQuery = (id: string) =>
  queryOptions({
    queryKey: [LANGUAGES, 'one', id],
    queryFn: async ({ signal }): Promise<Language> =>
      (await api(getLanguage, { params: { id } }, { signal })).data,
  })

export const stringsQuery = (id: string, request: TableRequest) => {
  const { sort, direction, ...query } = request
  return queryOptions({
    queryKey: [LANGUAGES, 'strings', id, query],
    queryFn: ({ signal }) =>
      api(listStrings, { params: { id }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
    // A saved text stays in the list of missing ones until the page changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Downloads the texts of a language. */
export const downloadStrings = (
  id: string,
  query: { format: 'json' | 'csv'; state?: StringState },
): Promise<void> => downloadFile(exportStrings, { params: { id }, query })

/** Checks or imports a file. */
export const importFile = async (id: string, file: File, isDryRun: boolean) =>
  (
    await api(importStrings, {
      params: { id },
      query: { dry_run: isDryRun ? 'true' : 'false' },
      body: { file },
    })
  ).data

type StringsPage = Awaited<ReturnType<NonNullable<ReturnType<typeof stringsQuery>['queryFn']>>>

export function useLanguageCalls() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [LANGUAGES] })
  const change = async (
    { id }: Language,
    body: Request<typeof updateLanguage>['body'],
    message: (language: Language) => string,
  ) => {
    const { data } = await api(updateLanguage, { params: { id }, body })
    await refresh()
    successToast(message(data))
  }
  return {
    refresh,
    add: async (body: Request<typeof createLanguage>['body']): Promise<Language> => {
      const { data } = await api(createLanguage, { body })
      await refresh()
      return data
    },
    rename: (language: Language, name: string) =>
      change(language, { name }, renamed =>
        i18next.t('admin_languages.renamed', { name: renamed.attributes.name }),
      ),
    makeDefault: (language: Language) => {
      const message = () =>
        i18next.t('admin_languages.made_default', { name: language.attributes.name })
      return change(language, { is_default: true }, message).catch(failurePopup)
    },
    /** Deletes a language after confirmation. */
    remove: async (language: Language) => {
      const { name, is_default } = language.attributes
      const agreed = await confirmPopup({
        title: i18next.t('admin_languages.delete_title', { name }),
        message: i18next.t(
          is_default ? 'admin_languages.delete_default_text' : 'admin_languages.delete_text',
        ),
        confirm: i18next.t('admin_languages.delete'),
        danger: true,
      })
      if (!agreed) return
      try {
        await api(deleteLanguage, { params: { id: language.id } })
        successToast(i18next.t('admin_languages.deleted', { name }))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
    /** Changes one text; null resets it. Its row stays where it is. */
    saveString: async (id: string, key: string, value: string | null): Promise<LanguageString> => {
      const { data, meta } = await api(updateStrings, {
        params: { id },
        body: { strings: { [key]: value } },
      })
      const [changed] = meta.strings
      if (!changed) throw new Error(`The server did not return ${key}.`)
      queries.setQueryData(languageQuery(id).queryKey, data)
      queries.setQueriesData<StringsPage>(
        { queryKey: [LANGUAGES, 'strings', id] },
        page => page && { ...page, data: page.data.map(row => (row.key === key ? changed : row)) },
      )
      void queries.invalidateQueries(languagesQuery)
      return changed
    },
  }
}
