import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { EmojiSetChoice } from '../../features/account/emoji-set-choice.tsx'
import { LanguageChoice } from '../../features/account/language-choice.tsx'
import { ThemeChoice } from '../../features/account/theme-choice.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './profile.module.css'

export function ProfilePage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { attributes } = useUser()
  usePageTitle(t('account.profile'))
  return (
    <>
      <PageHead title={t('account.profile')} />
      <div className={classes.page}>
        <section className={classes.person}>
          <Avatar person={attributes} size={64} />
          <div>
            <h2 className={classes.name}>{attributes.name}</h2>
            <p className={classes.fact}>{attributes.email}</p>
            <p className={classes.fact}>
              {t('account.since', { date: format.day(attributes.created_at) })}
            </p>
          </div>
        </section>
        <section className={classes.card}>
          <ThemeChoice />
          <LanguageChoice />
          <EmojiSetChoice />
        </section>
      </div>
    </>
  )
}
