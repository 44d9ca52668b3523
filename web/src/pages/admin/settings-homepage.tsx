import {
  HOMEPAGE_SECTIONS,
  HOMEPAGE_TEXTS,
  type HomepageSettings,
  type HomepageText,
} from '@coffer/contract/homepage'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HomepagePreview } from '../../features/settings/homepage-preview.tsx'
import { LocalizedSetting } from '../../features/settings/localized-setting.tsx'
import { SettingsCard } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { SwitchSetting } from '../../features/settings/switch-setting.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'
import { config } from '../../lib/config.ts'
import { loadTranslationPart } from '../../lib/i18n.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'

const BOXES = [1, 2, 3] as const

/** `/admin/settings/index`: the homepage, with a live preview. */
export function SettingsHomepagePage() {
  const { t } = useTranslation()
  const [locale, setLocale] = useState(config().locale)
  const form = useHomepageForm()
  const supplied = useSuppliedTexts(locale)
  const values = Object.fromEntries([
    ...HOMEPAGE_TEXTS.map(name => [name, form.textsOf(name)]),
    ...HOMEPAGE_SECTIONS.map(name => [name, form.valueOf(name)]),
  ]) as Partial<HomepageSettings>
  const text = (name: HomepageText, isLong = false) => (
    <LocalizedSetting name={name} locale={locale} isLong={isLong} placeholder={supplied(name)} />
  )
  return (
    <SettingsPage
      title={t('admin.homepage')}
      form={form}
      preview={
        <HomepagePreview
          values={values}
          locale={locale}
          isShown={form.stateOf('allow_homepage')?.value === true}
        />
      }
    >
      <SettingsCard title={t('home_form.visitors')}>
        <SwitchSetting name="allow_homepage" help={t('home_form.show_help')} />
        <SwitchSetting name="demo_mode" help={t('home_form.demo_help')} />
      </SettingsCard>
      <SettingsCard title={t('home_form.header')} text={t('home_form.empty_help')}>
        <SelectInput
          label={t('home_form.language')}
          value={locale}
          data={config().languages.map(language => ({
            value: language.locale,
            label: language.name,
          }))}
          onChange={event => setLocale(event.currentTarget.value)}
        />
        {text('header_title')}
        {text('header_description', true)}
      </SettingsCard>
      <SettingsCard title={t('home_form.features')}>
        <SwitchSetting name="section_features" />
        {text('features_title')}
        {text('features_description', true)}
      </SettingsCard>
      <SettingsCard title={t('home_form.boxes')}>
        <SwitchSetting name="section_feature_boxes" />
        {BOXES.flatMap(box => [
          <div key={`title-${box}`}>{text(`feature_title_${box}`)}</div>,
          <div key={`text-${box}`}>{text(`feature_description_${box}`, true)}</div>,
        ])}
      </SettingsCard>
      <SettingsCard title={t('home_form.pricing')} text={t('home_form.pricing_help')}>
        <SwitchSetting name="section_pricing_content" />
        {text('pricing_title')}
        {text('pricing_description', true)}
      </SettingsCard>
      <SettingsCard title={t('home_form.start')}>
        <SwitchSetting name="section_get_started" />
        {text('get_started_title')}
        {text('get_started_description', true)}
      </SettingsCard>
      <SettingsCard title={t('home_form.footer')}>{text('footer_content', true)}</SettingsCard>
    </SettingsPage>
  )
}

/** The texts that come with the product, in a language that may not be loaded yet. */
function useSuppliedTexts(locale: string): (name: HomepageText) => string {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    queryKey: ['supplied-texts', locale],
    queryFn: async () => {
      await loadTranslationPart('admin', locale)
      return locale
    },
  })
  const t = i18n.getFixedT(locale)
  return name => (data === locale ? t(`homepage.${name}`) : '')
}

function useHomepageForm() {
  const { t } = useTranslation()
  const title = t('home_form.title')
  const text = t('home_form.text')
  const box = (count: number, part: string) => `${t('home_form.box', { count })}: ${part}`
  return useSettingsForm({
    values: {
      allow_homepage: t('home_form.show'),
      demo_mode: t('home_form.demo'),
      header_title: title,
      header_description: text,
      section_features: t('home_form.features_show'),
      features_title: title,
      features_description: text,
      section_feature_boxes: t('home_form.boxes_show'),
      feature_title_1: box(1, title),
      feature_description_1: box(1, text),
      feature_title_2: box(2, title),
      feature_description_2: box(2, text),
      feature_title_3: box(3, title),
      feature_description_3: box(3, text),
      section_pricing_content: t('home_form.pricing_show'),
      pricing_title: title,
      pricing_description: text,
      section_get_started: t('home_form.start_show'),
      get_started_title: title,
      get_started_description: text,
      footer_content: text,
    },
  })
}
