import { useTranslation } from 'react-i18next'
import { SavedInput } from '../../ui/form/saved-input.tsx'
import { useChangeSettings, useUser } from './account.api.ts'
import classes from './name-section.module.css'

/** The user's name, and the email to sign in with. */
export function NameSection() {
  const { t } = useTranslation()
  const { attributes, relationships } = useUser()
  const change = useChangeSettings()
  const settings = relationships.settings.data?.attributes
  return (
    <div className={classes.fields}>
      <SavedInput
        name="first_name"
        label={t('account.first_name')}
        autoComplete="given-name"
        maxLength={255}
        value={settings?.first_name ?? attributes.name}
        save={first_name => change({ first_name })}
      />
      <SavedInput
        name="last_name"
        label={t('account.last_name')}
        autoComplete="family-name"
        maxLength={255}
        value={settings?.last_name ?? ''}
        save={last_name => change({ last_name })}
        canBeEmpty
      />
      <dl className={classes.fact}>
        <dt>{t('fields.email')}</dt>
        <dd>{attributes.email}</dd>
      </dl>
    </div>
  )
}
