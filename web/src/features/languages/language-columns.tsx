import type { Language } from '@coffer/contract/languages'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { Tag } from '../../ui/tag.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import classes from './languages.module.css'

/** The columns of the list of languages. */
export function useLanguageColumns(): AdminColumn<Language>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('admin_languages.column_language'),
        width: 200,
        grow: 3,
        cell: language => <LanguageName language={language} />,
      },
      {
        id: 'translated',
        label: t('admin_languages.column_translated'),
        width: 220,
        grow: 2,
        cell: language => <Progress language={language} />,
      },
      {
        id: 'changed',
        label: t('admin_languages.column_changed'),
        width: 120,
        align: 'end',
        cell: ({ attributes }) => number(attributes.changed),
      },
      {
        id: 'outdated',
        label: t('admin_languages.column_outdated'),
        width: 110,
        align: 'end',
        cell: ({ attributes }) => number(attributes.outdated),
      },
    ],
    [t, number],
  )
}

export const languageCard = (language: Language): AdminCard => ({
  title: <LanguageName language={language} isOneLine />,
  note: <Progress language={language} />,
})

interface LanguageProps {
  language: Language
  isOneLine?: boolean
}

function LanguageName({ language: { attributes }, isOneLine = false }: LanguageProps) {
  const { t } = useTranslation()
  const { locale, name, direction, is_default } = attributes
  const facts = [locale, ...(direction === 'rtl' ? [t('admin_languages.rtl')] : [])].join(' · ')
  return (
    <span className={classes.name}>
      {isOneLine ? <bdi>{name}</bdi> : <TwoLineText name={<bdi>{name}</bdi>} note={facts} />}
      {is_default && <Tag>{t('admin_languages.default')}</Tag>}
    </span>
  )
}

/** How much is translated, as a bar and in words. */
export function Progress({ language: { attributes } }: LanguageProps) {
  const { t } = useTranslation()
  const { translated, total } = attributes
  const percent = total === 0 ? 100 : (translated / total) * 100
  return (
    <span className={classes.progress}>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${percent}%` }} data-complete={percent === 100 || undefined} />
      </span>
      <span className={classes.figures}>
        {t('admin_languages.progress', { translated, total })}
      </span>
    </span>
  )
}
