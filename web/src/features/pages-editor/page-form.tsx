import type { PageVisibility } from '@coffer/contract/pages'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { MarkdownField } from './markdown-field.tsx'
import classes from './page-form.module.css'
import type { PageEditor } from './use-page-draft.ts'

const VISIBILITIES: readonly PageVisibility[] = ['public', 'footer', 'draft']

interface PageFormProps {
  editor: PageEditor
  /** Whether the app links to the page, which then keeps its address and is never a draft. */
  isRequired: boolean
}

/** Address and visibility of a page, and its text in one language. */
export function PageForm({ editor, isRequired }: PageFormProps) {
  const { t } = useTranslation()
  const { draft, errors, change, locale, setLocale } = editor
  const visibilities = VISIBILITIES.filter(value => !(isRequired && value === 'draft'))
  return (
    <>
      <section className={classes.card}>
        <div className={classes.row}>
          <TextInput
            label={t('pages.slug')}
            description={t('pages.slug_help', {
              url: `${config().host}/page/${draft.slug || '…'}`,
            })}
            value={draft.slug}
            disabled={isRequired}
            error={errors.slug}
            autoComplete="off"
            onChange={event => change({ slug: event.currentTarget.value })}
          />
          <SelectInput
            label={t('pages.visibility')}
            description={t(`pages.visibility_${draft.visibility}_help`)}
            value={draft.visibility}
            data={visibilities.map(value => ({ value, label: t(`pages.visibility_${value}`) }))}
            onChange={event => change({ visibility: event.currentTarget.value as PageVisibility })}
          />
        </div>
      </section>
      <section className={classes.card}>
        <SelectInput
          className={classes.locale}
          label={t('pages.text_in')}
          value={locale}
          data={config().languages.map(({ locale: value, name }) => ({
            value,
            label: draft.texts[value] ? name : `${name} –`,
          }))}
          onChange={event => setLocale(event.currentTarget.value)}
        />
        <TextFields editor={editor} />
      </section>
    </>
  )
}

function TextFields({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation()
  const { draft, errors, locale, changeText, removeText } = editor
  const text = draft.texts[locale]
  if (!text)
    return (
      <div className={classes.missing}>
        <p>{t('pages.no_text')}</p>
        <Button variant="default" onClick={() => changeText(locale, {})}>
          {t('pages.add_text')}
        </Button>
      </div>
    )
  return (
    <div className={classes.fields} lang={locale}>
      <TextInput
        label={t('pages.title')}
        value={text.title}
        maxLength={120}
        error={errors[`texts.${locale}.title`]}
        onChange={event => changeText(locale, { title: event.currentTarget.value })}
      />
      <MarkdownField
        value={text.content}
        error={errors[`texts.${locale}.content`] ?? null}
        onChange={content => changeText(locale, { content })}
      />
      {Object.keys(draft.texts).length > 1 && (
        <Button variant="default" className={classes.remove} onClick={() => removeText(locale)}>
          {t('pages.remove_text')}
        </Button>
      )}
    </div>
  )
}
