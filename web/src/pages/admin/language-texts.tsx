import { type Language, STRING_STATES, type StringState } from '@coffer/contract/languages'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, Download, FileJson, FileSpreadsheet, SearchX, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportDialog } from '../../features/languages/import-dialog.tsx'
import { Progress } from '../../features/languages/language-columns.tsx'
import {
  downloadStrings,
  languageQuery,
  stringsQuery,
} from '../../features/languages/languages.api.ts'
import { StringRow } from '../../features/languages/string-row.tsx'
import { useUnsavedTexts } from '../../features/languages/use-unsaved-texts.ts'
import { ApiError } from '../../lib/api.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction } from '../../ui/admin-table/types.ts'
import { type TableState, useTableState } from '../../ui/admin-table/use-table-state.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { NotFound } from '../not-found.tsx'
import classes from './language-texts.module.css'
import { PageFoot } from './page-foot.tsx'

const FILTERS = { state: STRING_STATES } as const
const ORDER = { sort: 'key', direction: 'asc' } as const

/** The page /admin/language/:id: the texts of a language, to translate or to change. */
export function LanguageTextsPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const state = useTableState(FILTERS, ORDER)
  const { data: language } = useQuery(languageQuery(id))
  const [isImporting, setImporting] = useState(false)
  return (
    <TablePage
      title={language?.attributes.name ?? ''}
      parent={{ label: t('admin.language'), link: { to: '/admin/language', search: {} } }}
      state={state}
      searchLabel={t('admin_languages.search')}
      actions={useActions(id, () => setImporting(true))}
    >
      <Tools state={state} language={language} />
      <Strings id={id} state={state} />
      {isImporting && language && (
        <ImportDialog language={language} onClose={() => setImporting(false)} />
      )}
    </TablePage>
  )
}

function useActions(id: string, onImport: () => void): HeadAction[] {
  const { t } = useTranslation()
  const download = (query: Parameters<typeof downloadStrings>[1]) => () =>
    void downloadStrings(id, query)
  return [
    { label: t('admin_languages.export_json'), icon: FileJson, run: download({ format: 'json' }) },
    {
      label: t('admin_languages.export_csv'),
      icon: FileSpreadsheet,
      run: download({ format: 'csv' }),
    },
    { label: t('admin_languages.import'), icon: Upload, isPrimary: true, run: onImport },
  ]
}

interface ToolsProps {
  state: TableState
  language: Language | undefined
}

/** How much is translated, and which texts are shown. */
function Tools({ state, language }: ToolsProps) {
  const { t } = useTranslation()
  const choices = STRING_STATES.map(value => ({
    value,
    label: t(`admin_languages.filter_${value}`),
  }))
  return (
    <div className={classes.tools}>
      <SelectInput
        aria-label={t('admin_languages.filter')}
        value={(state.search.state as string | undefined) ?? ''}
        data={[{ value: '', label: t('admin_languages.filter_all') }, ...choices]}
        onChange={event => state.change({ state: event.currentTarget.value || undefined })}
      />
      {language && <Progress language={language} />}
      {language && language.attributes.translated < language.attributes.total && (
        <MissingButton id={language.id} />
      )}
    </div>
  )
}

function MissingButton({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.missing}
      leftSection={<Download size={15} strokeWidth={1.75} aria-hidden />}
      onClick={() => void downloadStrings(id, { format: 'csv', state: 'missing' })}
    >
      {t('admin_languages.export_missing')}
    </Button>
  )
}

function Strings({ id, state }: Pick<ToolsProps, 'state'> & { id: string }) {
  const { t } = useTranslation()
  const reportUnsaved = useUnsavedTexts()
  const languageResult = useQuery(languageQuery(id))
  const stringsResult = useQuery(stringsQuery(id, state.request))
  const failed = [languageResult, stringsResult].filter(({ isError }) => isError)
  if (failed.some(({ error }) => error instanceof ApiError && error.status === 404))
    return <NotFound />
  if (failed.some(({ data }) => !data))
    return <PartFailure retry={() => failed.map(({ refetch }) => refetch())} />
  const { data: language } = languageResult
  const { data } = stringsResult
  if (!data || !language) return <StringSkeletons />
  if (data.data.length === 0) return <NothingFound state={state} />
  return (
    <>
      <ul className={classes.list} aria-label={language.attributes.name}>
        {data.data.map(string => (
          <StringRow
            key={string.key}
            language={language}
            string={string}
            onUnsaved={reportUnsaved}
          />
        ))}
      </ul>
      <PageFoot
        state={state}
        total={data.meta.paginate.total}
        found={t('admin_languages.found', { count: data.meta.paginate.total })}
      />
    </>
  )
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const StringSkeletons = () => (
  <div className={classes.list} aria-busy="true">
    {SKELETON_ROWS.map(row => (
      <div key={row} className={classes.skeleton}>
        <Skeleton height={16} width="70%" />
        <Skeleton height={36} radius="md" />
      </div>
    ))}
  </div>
)

function NothingFound({ state }: { state: TableState }) {
  const { t } = useTranslation()
  const filter = state.search.state as StringState | undefined
  const isDone = filter === 'missing' && !state.search.query
  return (
    <EmptyState
      picture={<StateIcon icon={isDone ? CircleCheck : SearchX} />}
      title={t(isDone ? 'admin_languages.all_done' : 'admin_languages.nothing')}
      text={t(isDone ? 'admin_languages.all_done_text' : 'admin_languages.nothing_text')}
    >
      <Button variant="default" onClick={state.clearFilters}>
        {t('admin_languages.show_all')}
      </Button>
    </EmptyState>
  )
}
