import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { Button, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusTag } from '../../ui/status-mark.tsx'
import { AvatarField } from './avatar-field.tsx'
import classes from './details-cards.module.css'
import { ABILITIES, type DetailsForm, type DetailsValues } from './details-form.ts'
import { RoleSelect } from './role-select.tsx'
import { useUserCalls } from './user-calls.ts'

interface CardProps {
  user: AdminUserDetail
  details: DetailsForm
}

/** Name, email, role, language and time zone. */
export function PersonCard({ user, details }: CardProps) {
  const { t } = useTranslation()
  const { form } = details
  const { is_self, is_last_administrator } = user.meta
  const label = useMarkedLabel(details)
  return (
    <SectionCard title={t('admin_users.person')} text={t('admin_users.person_text')}>
      <AvatarField user={user} />
      <div className={classes.fields}>
        <TextInput
          {...form.getInputProps('first_name')}
          label={label('first_name', t('account.first_name'))}
          maxLength={255}
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('last_name')}
          label={label('last_name', t('account.last_name'))}
          maxLength={255}
          autoComplete="off"
        />
        <EmailFields user={user} details={details} />
        <RoleSelect
          {...form.getInputProps('role')}
          label={label('role', t('admin_users.role'))}
          description={roleNote()}
          disabled={is_self || is_last_administrator || user.attributes.invitation !== null}
        />
        <SelectInput
          {...form.getInputProps('language')}
          label={label('language', t('admin_users.language'))}
          data={[
            { value: '', label: t('admin_users.of_browser') },
            ...config().languages.map(({ locale, name }) => ({ value: locale, label: name })),
          ]}
        />
        <SelectInput
          {...form.getInputProps('timezone')}
          label={label('timezone', t('admin_users.time_zone'))}
          data={useZones(user.attributes.timezone, t('admin_users.of_browser'))}
        />
      </div>
    </SectionCard>
  )

  function roleNote(): string | undefined {
    if (is_self) return t('admin_users.own_role')
    return is_last_administrator ? t('admin_users.last_role') : undefined
  }
}

/** A new address is confirmed by the user, or taken at once. */
function EmailFields({ user, details }: CardProps) {
  const { t } = useTranslation()
  const { form, isChanged } = details
  const calls = useUserCalls()
  const label = useMarkedLabel(details)
  const { pending_email, invitation } = user.attributes
  return (
    <div className={classes.stack}>
      <TextInput
        {...form.getInputProps('email')}
        label={label('email', t('fields.email'))}
        inputMode="email"
        autoComplete="off"
      />
      {/* The address of an invited user is not in use yet, so it changes at once. */}
      {isChanged('email') && invitation === null && (
        <SelectInput
          {...form.getInputProps('email_change')}
          aria-label={t('admin_users.email_change')}
          data={(['confirm', 'force'] as const).map(value => ({
            value,
            label: t(`admin_users.email_${value}`),
          }))}
        />
      )}
      {pending_email && (
        <p className={classes.note}>
          {t('admin_users.pending_email', { email: pending_email })}{' '}
          <button
            type="button"
            className={classes.link}
            onClick={() => void calls.cancelEmailChange(user.id).catch(failurePopup)}
          >
            {t('admin_users.cancel_change')}
          </button>
        </p>
      )}
    </div>
  )
}

/** Abilities of the user, set by hand. */
export function RestrictionsCard({ user, details }: CardProps) {
  const { t } = useTranslation()
  const { form } = details
  const label = useMarkedLabel(details)
  const others = user.meta.restrictions.all_reasons.filter(({ code }) => code !== 'administrator')
  const withheld = ABILITIES.filter(ability => !form.values[ability]).length
  return (
    <SectionCard
      title={t('admin_users.abilities')}
      text={t('admin_users.abilities_text')}
      mark={
        withheld > 0 && (
          <StatusTag tone="warn">{t('admin_users.withheld', { count: withheld })}</StatusTag>
        )
      }
    >
      <div className={classes.switches}>
        {ABILITIES.map(ability => (
          <SwitchRow
            key={ability}
            label={label(ability, t(`admin_users.${ability}`))}
            text={t(`admin_users.${ability}_text`)}
            isOn={form.values[ability]}
            onChange={isOn => form.setFieldValue(ability, isOn)}
          />
        ))}
      </div>
      {withheld > 0 && (
        <TextInput
          {...form.getInputProps('reason')}
          label={label('reason', t('admin_users.reason'))}
          description={t('admin_users.reason_text')}
          maxLength={500}
        />
      )}
      {others.length > 0 && (
        <p className={classes.note}>
          {t('admin_users.restricted_elsewhere')} {others.map(({ text }) => text).join(' ')}
        </p>
      )}
    </SectionCard>
  )
}

/** Discard and Save in the head, while something is changed. */
export function DetailsButtons({ details }: { details: DetailsForm }) {
  const { t } = useTranslation()
  const { changed, busy, discard, submit } = details
  if (changed === 0) return null
  return (
    <>
      <span className={classes.unsaved} role="status">
        <span className={classes.dot} aria-hidden />
        <span className={classes.unsavedText}>{t('admin_users.unsaved', { count: changed })}</span>
      </span>
      <Button variant="default" onClick={discard}>
        {t('admin_users.discard')}
      </Button>
      <Button loading={busy} onClick={() => submit()}>
        {t('admin_users.save')}
      </Button>
    </>
  )
}

/** Labels of changed fields have a dot. */
function useMarkedLabel({ isChanged }: DetailsForm) {
  return (name: keyof DetailsValues, label: string) =>
    isChanged(name) ? (
      <>
        {label} <span className={classes.changed} aria-hidden />
      </>
    ) : (
      label
    )
}

function useZones(chosen: string | null, own: string) {
  return useMemo(() => {
    const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
    const zones = ['UTC', ...[...names].filter(name => name !== 'UTC').sort()]
    return [
      { value: '', label: own },
      ...zones.map(name => ({ value: name, label: name.replaceAll('_', ' ') })),
    ]
  }, [chosen, own])
}
