import { type HomepageSettings, previewHomepage } from '@coffer/contract/homepage'
import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import classes from './homepage-preview.module.css'

const DELAY_MS = 300

interface HomepagePreviewProps {
  values: Partial<HomepageSettings>
  locale: string
  isShown: boolean
}

/** The homepage as the server renders it with what is not saved yet. */
export function HomepagePreview({ values, locale, isShown }: HomepagePreviewProps) {
  const { t } = useTranslation()
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [settled] = useDebouncedValue(JSON.stringify(values), DELAY_MS)
  const { data, isError, refetch } = useQuery({
    queryKey: ['homepage-preview', settled, locale, theme],
    queryFn: ({ signal }) =>
      api(
        previewHomepage,
        { body: { values: JSON.parse(settled) as Partial<HomepageSettings>, locale, theme } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('home_form.preview')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('theme.title')}
          value={theme}
          onChange={setTheme}
          data={[
            { value: 'light', label: t('home_form.light') },
            { value: 'dark', label: t('home_form.dark') },
          ]}
        />
      </div>
      {isError && <PartFailure retry={refetch} />}
      <div className={classes.frame}>
        {data && (
          // Scripts never run in it, and nothing in it can be used.
          <iframe
            className={classes.page}
            title={t('home_form.preview')}
            srcDoc={data.html}
            sandbox="allow-same-origin"
            tabIndex={-1}
          />
        )}
      </div>
      {isShown && (
        <Button variant="default" component="a" href="/" target="_blank" rel="noopener">
          {t('home_form.open')}
        </Button>
      )}
    </div>
  )
}
