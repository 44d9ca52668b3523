import { accentTheme } from '@coffer/contract/accent-color'
import { SegmentedControl } from '@mantine/core'
import { Folder, Image, Link } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { CofferLogo } from '../../ui/logo.tsx'
import classes from './appearance-preview.module.css'
import type { ShownLogos } from './shown-logos.ts'

interface AppearancePreviewProps {
  title: string
  color: string
  logos: ShownLogos
}

type Theme = 'light' | 'dark'

/** App, sign-in and email as they will look, in both themes. */
export function AppearancePreview({ title, color, logos }: AppearancePreviewProps) {
  const { t } = useTranslation()
  const [theme, setTheme] = useState<Theme>('light')
  const shades = accentTheme(color)[theme]
  const style = {
    '--accent': shades.accent,
    '--accent-ink': shades.ink,
    '--accent-soft': shades.soft,
    '--accent-line': shades.line,
  } as CSSProperties
  const isDark = theme === 'dark'
  const logo = logos[isDark ? 'app_logo_dark' : 'app_logo'].url
  const wide = logos[isDark ? 'app_logo_horizontal_dark' : 'app_logo_horizontal'].url
  const parts = [
    ['preview_app', <AppSample key="app" title={title} wide={wide} logo={logo} />],
    ['preview_sign_in', <SignInSample key="sign-in" logo={logo} />],
    // Email programs show the same logo in both themes.
    ['preview_mail', <MailSample key="mail" title={title} logo={logos.app_logo.url} />],
  ] as const
  return (
    <section aria-label={t('admin_settings.preview')}>
      <div className={classes.header}>
        <div>
          <h2 className={classes.title}>{t('admin_settings.preview')}</h2>
          <p className={classes.note}>{t('admin_settings.preview_text')}</p>
        </div>
        <SegmentedControl
          aria-label={t('admin_settings.preview_theme')}
          size="sm"
          value={theme}
          onChange={value => setTheme(value as Theme)}
          data={[
            { value: 'light', label: t('admin_settings.light') },
            { value: 'dark', label: t('admin_settings.dark') },
          ]}
        />
      </div>
      {parts.map(([name, sample]) => (
        <figure key={name} className={classes.figure}>
          <figcaption>{t(`admin_settings.${name}`)}</figcaption>
          <div
            role="img"
            aria-label={t(`admin_settings.${name}`)}
            className={classes.canvas}
            data-theme={theme}
            style={style}
          >
            {sample}
          </div>
        </figure>
      ))}
    </section>
  )
}

const LogoSample = ({ url, size }: { url: string | null; size: number }) =>
  url === null ? (
    <CofferLogo size={size} label="" />
  ) : (
    <img src={url} alt="" style={{ height: size, maxWidth: size * 4 }} />
  )

interface AppSampleProps {
  title: string
  wide: string | null
  logo: string | null
}

function AppSample({ title, wide, logo }: AppSampleProps) {
  const { t } = useTranslation()
  const rows = [
    [Folder, t('admin_settings.preview_folder')],
    [Image, 'IMG_2041.jpg'],
    [Link, 'plans.pdf'],
  ] as const
  return (
    <div className={classes.app}>
      <div className={classes.bar}>
        {wide === null ? (
          <>
            <LogoSample url={logo} size={20} />
            <span>{title}</span>
          </>
        ) : (
          <LogoSample url={wide} size={20} />
        )}
        <span className={classes.button}>{t('admin_settings.preview_upload')}</span>
      </div>
      {rows.map(([Icon, name], index) => (
        <div key={name} className={classes.row} data-selected={index === 0 || undefined}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {name}
        </div>
      ))}
    </div>
  )
}

function SignInSample({ logo }: { logo: string | null }) {
  const { t } = useTranslation()
  return (
    <div className={classes.signIn}>
      <LogoSample url={logo} size={30} />
      <p className={classes.heading}>{t('admin_settings.preview_welcome')}</p>
      <span className={classes.label}>{t('fields.email')}</span>
      <span className={classes.input}>{t('admin_settings.preview_address')}</span>
      <span className={classes.label}>{t('fields.password')}</span>
      <span className={classes.input}>••••••••••</span>
      <span className={classes.button}>{t('admin_settings.preview_submit')}</span>
    </div>
  )
}

function MailSample({ title, logo }: { title: string; logo: string | null }) {
  const { t } = useTranslation()
  const { day } = useFormat()
  const folder = t('admin_settings.preview_folder')
  return (
    <div className={classes.mail}>
      <div className={classes.from}>
        <strong>{title}</strong>{' '}
        {t('admin_settings.preview_mail_to', { email: t('admin_settings.preview_address') })}
      </div>
      <div className={classes.sheet}>
        {logo !== null && <LogoSample url={logo} size={28} />}
        <p className={classes.heading}>
          {t('admin_settings.preview_mail_title', { name: t('admin_settings.preview_person') })}
        </p>
        <p>
          {t('admin_settings.preview_mail_text', {
            folder,
            date: day(new Date().toISOString()),
          })}
        </p>
        <span className={classes.button}>{t('admin_settings.preview_mail_button')}</span>
      </div>
    </div>
  )
}
