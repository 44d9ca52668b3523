import { LOCALE_TAGS } from '@coffer/contract/known-locales'
import { type Language, LanguageName } from '@coffer/contract/languages'
import { languageName } from '@coffer/contract/locales'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLanguageCalls } from './languages.api.ts'

interface AddLanguageProps {
  /** Tags of the languages that exist. */
  taken: readonly string[]
  onAdded: (language: Language) => void
  onClose: () => void
}

/** Chooses a language of the world; its name is suggested. */
export function AddLanguage({ taken, onAdded, onClose }: AddLanguageProps) {
  const { t } = useTranslation()
  const { add } = useLanguageCalls()
  const options = useLocaleOptions(taken)
  const form = useForm({
    initialValues: { locale: '', name: '' },
    validate: {
      locale: value => (value === '' ? t('validation.required') : null),
      name: value => validateField(LanguageName, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => onAdded(await add(values)))
  const choose = (locale: string) => {
    const isSuggested = form.values.name === nameOf(form.values.locale)
    form.setFieldValue('locale', locale)
    if (isSuggested) form.setFieldValue('name', nameOf(locale))
  }
  return (
    <DialogBox
      opened
      dismissable={!busy}
      onClose={onClose}
      title={t('admin_languages.add')}
      className={frame.dialog}
    >
      <form className={frame.form} onSubmit={submit} noValidate>
        <p className={frame.lead}>{t('admin_languages.add_text')}</p>
        <SelectInput
          {...form.getInputProps('locale')}
          label={t('admin_languages.locale')}
          data={[{ value: '', label: '' }, ...options]}
          onChange={event => choose(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('name')}
          label={t('admin_languages.name')}
          description={t('admin_languages.name_text')}
          maxLength={100}
          autoComplete="off"
        />
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={busy}>
            {t('admin_languages.add')}
          </Button>
        </DialogButtons>
      </form>
    </DialogBox>
  )
}

/** The name of a language in itself; empty without one. */
const nameOf = (locale: string): string => (locale === '' ? '' : languageName(locale, locale))

/** The languages that can be added, by their name in the language of the page. */
function useLocaleOptions(taken: readonly string[]) {
  const { i18n } = useTranslation()
  return useMemo(
    () =>
      LOCALE_TAGS.filter(locale => !taken.includes(locale))
        .map(locale => ({ value: locale, label: labelOf(locale, i18n.language) }))
        .sort((a, b) => a.label.localeCompare(b.label, i18n.language)),
    [taken, i18n.language],
  )
}

function labelOf(locale: string, inLocale: string): string {
  const name = languageName(locale, inLocale)
  const ownName = nameOf(locale)
  return name === ownName ? name : `${name} (${ownName})`
}

interface RenameLanguageProps {
  language: Language
  onClose: () => void
}

export function RenameLanguage({ language, onClose }: RenameLanguageProps) {
  const { t } = useTranslation()
  const { rename } = useLanguageCalls()
  const { name } = language.attributes
  const form = useForm({
    initialValues: { name },
    validate: { name: value => validateField(LanguageName, value) },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    await rename(language, values.name)
    onClose()
  })
  return (
    <DialogBox
      opened
      dismissable={!busy}
      onClose={onClose}
      title={t('admin_languages.rename_title', { name })}
      className={frame.dialog}
    >
      <form className={frame.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('name')}
          label={t('admin_languages.name')}
          description={t('admin_languages.name_text')}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={busy}>
            {t('admin_languages.rename')}
          </Button>
        </DialogButtons>
      </form>
    </DialogBox>
  )
}
