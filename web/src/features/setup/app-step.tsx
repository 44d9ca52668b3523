import { DEFAULT_COLOR } from '@coffer/contract/accent-color'
import { limitsMembers, limitsStorage } from '@coffer/contract/account-limits'
import { type SettingValues, SUBSCRIPTION_TYPES } from '@coffer/contract/setting-values'
import { type APP_FIELDS, AppFields, type SetupProgress } from '@coffer/contract/setup'
import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { validateField } from '../../lib/form-errors.ts'
import { bytesOf, numberOf, sizeIn, toTypedNumber } from '../../lib/sizes.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLockableFields, withoutLocked } from './locked-fields.ts'
import { LogoPicks } from './logo-picks.tsx'
import { useApp } from './setup-values.api.ts'
import classes from './step-form.module.css'
import { StepFoot } from './step-frame.tsx'

type Name = (typeof APP_FIELDS)[number]

const DEFAULT_STORAGE_BYTES = 5e9

interface AppForm extends Record<string, string | boolean> {
  app_title: string
  app_description: string
  app_color: string
  contact_email: string
  registration: boolean
  storage_limitation: boolean
  /** Gigabytes. */
  default_max_storage_amount: string
  default_max_team_member: string
  subscription_type: SettingValues['subscription_type']
  language: string
  timezone: string
}

const formOf = ({ values }: SetupProgress, locale: string): AppForm => ({
  app_title: values.app_title ?? 'Coffer',
  app_description: values.app_description ?? '',
  app_color: values.app_color ?? '',
  contact_email: values.contact_email ?? '',
  registration: values.registration ?? true,
  storage_limitation: values.storage_limitation ?? false,
  default_max_storage_amount: toTypedNumber(
    sizeIn(values.default_max_storage_amount ?? DEFAULT_STORAGE_BYTES, 'GB'),
    locale,
  ),
  default_max_team_member: toTypedNumber(values.default_max_team_member ?? 10, locale),
  subscription_type: values.subscription_type ?? 'none',
  language: values.language ?? 'en',
  timezone: values.timezone ?? '',
})

const textOrNull = (text: string): string | null => text.trim() || null

/** The values to store; those that the environment sets or that are not shown are left out. */
function valuesOf(form: AppForm, locked: readonly string[], locale: string): AppFields {
  const values: AppFields = {
    ...form,
    app_description: textOrNull(form.app_description),
    app_color: textOrNull(form.app_color),
    contact_email: textOrNull(form.contact_email),
    default_max_storage_amount: limitsStorage(form)
      ? bytesOf(form.default_max_storage_amount, 'GB', locale)
      : undefined,
    default_max_team_member: limitsMembers(form)
      ? numberOf(form.default_max_team_member, locale)
      : undefined,
    timezone: textOrNull(form.timezone),
  }
  return withoutLocked(values, locked)
}

/** SETUP-5: title, look, registration, limits, language and time zone. */
export function AppStep({ progress }: { progress: SetupProgress }) {
  const { t, i18n } = useTranslation()
  const { locale } = useFormat()
  const save = useApp()
  const check = (name: Name) => (_: unknown, form: AppForm) =>
    validateField(AppFields.shape[name], valuesOf(form, [], locale)[name])
  const isFirst = progress.steps.some(({ step, state }) => step === 'app-setup' && state === 'open')
  const form = useForm<AppForm>({
    initialValues: {
      ...formOf(progress, locale),
      // The language of the wizard is the first proposal.
      ...(isFirst && { language: i18n.language }),
    },
    validate: {
      app_title: check('app_title'),
      app_description: check('app_description'),
      app_color: check('app_color'),
      contact_email: check('contact_email'),
      default_max_storage_amount: check('default_max_storage_amount'),
      default_max_team_member: check('default_max_team_member'),
    },
  })
  const { submit, busy, failure } = useFormCall(form, values =>
    save(valuesOf(values, progress.locked, locale)),
  )
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <LookCard form={form} locked={progress.locked} logos={progress.logos} />
      <AccountsCard form={form} locked={progress.locked} />
      <RegionCard form={form} />
      <FormFailure>{failure}</FormFailure>
      <StepFoot step="app-setup">
        <Button
          type="submit"
          size="md"
          loading={busy}
          rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('setup.continue')}
        </Button>
      </StepFoot>
    </form>
  )
}

interface CardProps {
  form: UseFormReturnType<AppForm>
  locked: readonly string[]
}

function LookCard(props: CardProps & Pick<SetupProgress, 'logos'>) {
  const { t } = useTranslation()
  const field = useLockableFields(props.form, props.locked)
  const { form } = props
  return (
    <section className={classes.card}>
      <h2>{t('setup.app_look')}</h2>
      <div className={classes.fields}>
        <TextInput
          {...field('app_title')}
          className={classes.half}
          label={t('setup.field_app_title')}
        />
        <TextInput
          {...field('app_color', t('setup.field_app_color_help'))}
          className={classes.half}
          label={t('setup.field_app_color')}
          placeholder={DEFAULT_COLOR}
          leftSection={
            <input
              type="color"
              className={classes.color}
              aria-label={t('setup.field_app_color')}
              value={
                /^#[\da-f]{6}$/i.test(form.values.app_color) ? form.values.app_color : DEFAULT_COLOR
              }
              onChange={event => form.setFieldValue('app_color', event.currentTarget.value)}
            />
          }
        />
        <TextInput
          {...field('app_description', t('setup.field_app_description_help'))}
          className={classes.full}
          label={t('setup.field_app_description')}
        />
        <TextInput
          {...field('contact_email', t('setup.field_contact_email_help'))}
          className={classes.full}
          inputMode="email"
          autoComplete="email"
          label={t('setup.field_contact_email')}
        />
      </div>
      <LogoPicks logos={props.logos} />
    </section>
  )
}

function AccountsCard(props: CardProps) {
  const { t } = useTranslation()
  const field = useLockableFields(props.form, props.locked)
  const { form } = props
  return (
    <section className={classes.card}>
      <h2>{t('setup.app_accounts')}</h2>
      <SwitchRow
        label={t('setup.field_registration')}
        text={t('setup.field_registration_help')}
        isOn={form.values.registration}
        onChange={isOn => form.setFieldValue('registration', isOn)}
      />
      {form.values.subscription_type === 'none' && (
        <SwitchRow
          label={t('setup.field_storage_limitation')}
          text={t('setup.field_storage_limitation_help')}
          isOn={form.values.storage_limitation}
          onChange={isOn => form.setFieldValue('storage_limitation', isOn)}
        />
      )}
      <div className={classes.fields}>
        {limitsStorage(form.values) && (
          <TextInput
            {...field('default_max_storage_amount')}
            className={classes.half}
            inputMode="decimal"
            label={t('setup.field_default_storage')}
          />
        )}
        {limitsMembers(form.values) && (
          <TextInput
            {...field('default_max_team_member', t('setup.field_team_members_help'))}
            className={classes.half}
            inputMode="numeric"
            label={t('setup.field_team_members')}
          />
        )}
        <SelectInput
          {...form.getInputProps('subscription_type')}
          className={classes.half}
          label={t('setup.field_subscription_type')}
          data={SUBSCRIPTION_TYPES.map(value => ({
            value,
            label: t(`setup.subscription_${value}`),
          }))}
        />
      </div>
    </section>
  )
}

function RegionCard({ form }: Pick<CardProps, 'form'>) {
  const { t } = useTranslation()
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]
  return (
    <section className={classes.card}>
      <h2>{t('setup.app_region')}</h2>
      <div className={classes.fields}>
        <SelectInput
          {...form.getInputProps('language')}
          className={classes.half}
          label={t('setup.field_language')}
          data={config().languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        />
        <SelectInput
          {...form.getInputProps('timezone')}
          className={classes.half}
          label={t('setup.field_timezone')}
          data={[
            { value: '', label: t('setup.timezone_own') },
            ...zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })),
          ]}
        />
      </div>
    </section>
  )
}
