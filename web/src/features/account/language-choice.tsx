import type { Locale } from '@coffer/contract/constants'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { Setting } from '../../ui/setting.tsx'
import { useUpdateSettings } from './account.api.ts'

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const choose = (language: Locale) => {
    const previous = i18n.language as Locale
    const change = changeLocale(language).catch(failurePopup)
    // The account may have chosen no language that could be applied again.
    update.mutateAsync({ language }).catch(() => change.then(() => changeLocale(previous)))
  }
  return (
    <Setting id={id} title={t('language.title')} text={t('language.text')}>
      <SelectInput
        aria-labelledby={id}
        value={i18n.language}
        onChange={event => choose(event.currentTarget.value)}
        data={config().languages.map(({ locale, name }) => ({ value: locale, label: name }))}
      />
    </Setting>
  )
}
