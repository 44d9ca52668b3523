import type { Language } from '@coffer/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Languages, Pencil, Plus, Star, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageCard, useLanguageColumns } from '../../features/languages/language-columns.tsx'
import { AddLanguage, RenameLanguage } from '../../features/languages/language-dialogs.tsx'
import { languagesQuery, useLanguageCalls } from '../../features/languages/languages.api.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const FILTERS = {} as const
const ORDER = { sort: 'name', direction: 'asc' } as const

/** The page /admin/language: the languages and how much of each is translated. */
export function LanguagePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(languagesQuery)
  const { makeDefault, remove } = useLanguageCalls()
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Language | null>(null)
  const linkOf = ({ id }: Language) =>
    ({ to: '/admin/language/$id', params: { id }, search: {} }) as const
  const menuOf = (language: Language): MenuAction[] => [
    {
      label: t('admin_languages.edit'),
      icon: TextCursorInput,
      run: () => void navigate(linkOf(language)),
    },
    { label: t('admin_languages.rename'), icon: Pencil, run: () => setRenamed(language) },
    ...(language.attributes.is_default
      ? []
      : [
          {
            label: t('admin_languages.make_default'),
            icon: Star,
            run: () => void makeDefault(language),
          },
        ]),
    ...(language.attributes.locale === 'en'
      ? []
      : [
          {
            label: t('admin_languages.delete'),
            icon: Trash2,
            run: () => void remove(language),
            danger: true,
            parted: true,
          },
        ]),
  ]
  const actions: HeadAction[] = [
    { label: t('admin_languages.add'), icon: Plus, isPrimary: true, run: () => setAdding(true) },
  ]
  return (
    <TablePage
      title={t('admin.language')}
      count={query.data?.data.length}
      state={state}
      actions={actions}
    >
      <AdminTable<Language>
        name="languages"
        label={t('admin.language')}
        state={state}
        query={query}
        columns={useLanguageColumns()}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.name}
        rowLink={linkOf}
        rowMenu={menuOf}
        card={languageCard}
        found={t('admin_languages.count', { count: query.data?.data.length ?? 0 })}
        sum={t('admin_languages.text')}
        empty={{
          icon: Languages,
          title: t('admin.language'),
          text: t('admin_languages.text'),
        }}
      />
      {isAdding && (
        <AddLanguage
          taken={query.data?.data.map(({ attributes }) => attributes.locale) ?? []}
          onAdded={language => void navigate(linkOf(language))}
          onClose={() => setAdding(false)}
        />
      )}
      {renamed && <RenameLanguage language={renamed} onClose={() => setRenamed(null)} />}
    </TablePage>
  )
}
