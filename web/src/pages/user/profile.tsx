import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { AvatarChoice } from '../../features/account/avatar-choice.tsx'
import { EmojiSetChoice } from '../../features/account/emoji-set-choice.tsx'
import { LanguageChoice } from '../../features/account/language-choice.tsx'
import { NameSection } from '../../features/account/name-section.tsx'
import { ThemeChoice } from '../../features/account/theme-choice.tsx'
import { TimeZoneChoice } from '../../features/account/time-zone-choice.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SettingCard } from '../../ui/setting.tsx'
import classes from './profile.module.css'

export function ProfilePage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attributes } = useUser()
  usePageTitle(t('account.profile'))
  return (
    <>
      <PageHeader title={t('account.profile')} />
      <div className={classes.page}>
        <SettingCard>
          <AvatarChoice />
          <NameSection />
        </SettingCard>
        <section>
          <h2 className={classes.heading}>{t('account.display')}</h2>
          <SettingCard>
            <ThemeChoice />
            <LanguageChoice />
            <TimeZoneChoice />
            <EmojiSetChoice />
          </SettingCard>
        </section>
        <p className={classes.fact}>
          {t('account.since', { date: format.day(attributes.created_at) })}
        </p>
      </div>
    </>
  )
}
