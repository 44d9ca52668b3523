import {
  type AccentShades,
  accentContrasts,
  accentTheme,
  DEFAULT_COLOR,
  MIN_CONTRAST,
} from '@coffer/contract/accent-color'
import { TextInput } from '@mantine/core'
import { Check, CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import classes from './color-card.module.css'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingWarning } from './setting-warning.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useSetting } from './settings-form-context.ts'

const PRESETS = [
  DEFAULT_COLOR,
  '#2a5ea8',
  '#5b4bb7',
  '#8a3b6c',
  '#a8432c',
  '#80560a',
  '#3b6d2a',
  '#3f4a52',
]

/** The accent colour with its contrasts and shades. */
export function ColorCard({ color }: { color: string }) {
  const { t } = useTranslation()
  const { label, value, setValue, check, error, isChanged } = useSetting<string>('app_color')
  const choose = (next: string) => setValue(next === DEFAULT_COLOR ? null : next)
  const contrasts = accentContrasts(color)
  const isReadable = Object.values(contrasts).every(contrast => contrast >= MIN_CONTRAST)
  return (
    <SettingsCard title={t('admin_settings.color')} text={t('admin_settings.color_text')}>
      <div className={classes.choice}>
        <div role="radiogroup" aria-label={label} className={classes.presets}>
          {PRESETS.map(preset => (
            <label key={preset} className={classes.preset} style={{ background: preset }}>
              <input
                type="radio"
                name="app_color"
                aria-label={
                  preset === DEFAULT_COLOR
                    ? t('admin_settings.color_default')
                    : t('admin_settings.color_preset', { color: preset })
                }
                checked={color === preset}
                onChange={() => choose(preset)}
              />
              {color === preset && <Check size={18} strokeWidth={2.5} aria-hidden />}
            </label>
          ))}
        </div>
        <div className={classes.code}>
          <TextInput
            label={<FieldLabel isChanged={isChanged}>{t('admin_settings.color_code')}</FieldLabel>}
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            value={value ?? DEFAULT_COLOR}
            error={error}
            onBlur={check}
            onChange={({ currentTarget: { value: typed } }) => choose(typed.trim().toLowerCase())}
            leftSection={
              <input
                type="color"
                className={classes.picker}
                aria-label={t('admin_settings.color_choose')}
                value={color}
                onChange={({ currentTarget: { value: picked } }) => choose(picked)}
              />
            }
          />
        </div>
      </div>
      {!isReadable && <SettingWarning>{t('admin_settings.color_low')}</SettingWarning>}
      <Contrasts color={color} />
      <Shades color={color} />
      <FieldNotes name="app_color" />
    </SettingsCard>
  )
}

function Contrasts({ color }: { color: string }) {
  const { t } = useTranslation()
  const { light, dark } = accentTheme(color)
  const contrasts = accentContrasts(color)
  const samples = [
    { key: 'button', ink: light.ink, ground: light.accent, text: 'contrast_button' },
    { key: 'link', ink: light.accent, ground: '#f6f5f2', text: 'contrast_link' },
    { key: 'selected', ink: light.accent, ground: light.soft, text: 'contrast_selected' },
    { key: 'dark', ink: dark.accent, ground: '#191d20', text: 'contrast_dark' },
  ] as const
  return (
    <ul className={classes.contrasts}>
      {samples.map(({ key, ink, ground, text }) => (
        <li key={key} className={classes.contrast}>
          <span className={classes.sample} style={{ color: ink, background: ground }} aria-hidden />
          <span className={classes.meaning}>
            {t(`admin_settings.${text}`, { color: dark.accent })}
          </span>
          <Ratio value={contrasts[key]} />
        </li>
      ))}
    </ul>
  )
}

function Ratio({ value }: { value: number }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const isPassed = value >= MIN_CONTRAST
  // Rounded down, so that a contrast that is too low never looks sufficient.
  const shown = (Math.floor(value * 10) / 10).toLocaleString(locale, { minimumFractionDigits: 1 })
  const Icon = isPassed ? Check : CircleAlert
  return (
    <>
      <span className={classes.ratio}>{shown} : 1</span>
      <span className={classes.result} data-passed={isPassed}>
        <Icon size={14} strokeWidth={2.25} aria-hidden />
        {t(isPassed ? 'admin_settings.contrast_passed' : 'admin_settings.contrast_failed')}
      </span>
    </>
  )
}

function Shades({ color }: { color: string }) {
  const { t } = useTranslation()
  const theme = accentTheme(color)
  return (
    <div className={classes.themes}>
      {(['light', 'dark'] as const).map(name => (
        <div key={name} className={classes.theme}>
          <span>{t(`admin_settings.${name}`)}</span>
          <ShadeStrip shades={theme[name]} text={name === 'light' ? '#1b1f23' : '#e9ebea'} />
        </div>
      ))}
    </div>
  )
}

function ShadeStrip({ shades, text }: { shades: AccentShades; text: string }) {
  const { t } = useTranslation()
  const { accent, hover, line, soft, ink } = shades
  const parts = [
    ['shade_main', accent, ink],
    ['shade_hover', hover, ink],
    ['shade_line', line, text],
    ['shade_soft', soft, text],
  ] as const
  return (
    <div className={classes.strip}>
      {parts.map(([name, background, color]) => (
        <span key={name} style={{ background, color }}>
          {t(`admin_settings.${name}`)}
        </span>
      ))}
    </div>
  )
}
