import { SMTP_ENCRYPTIONS } from '@coffer/contract/setting-values'
import { MailFields, type SetupProgress } from '@coffer/contract/setup'
import { Button, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useLockableFields, withoutLocked } from './locked-fields.ts'
import { MailTest } from './mail-test.tsx'
import { type MailDraft, type StorageDraft, useEnvironment } from './setup-values.api.ts'
import classes from './step-form.module.css'
import { StepFoot } from './step-frame.tsx'
import {
  checkBucketField,
  StorageCard,
  type StorageForm,
  storageDraftOf,
  storageFormOf,
} from './storage-card.tsx'

interface EnvironmentForm extends StorageForm {
  mail_driver: string
  smtp_host: string
  smtp_port: string
  smtp_username: string
  smtp_password: string
  smtp_encryption: string
  mail_from_address: string
  mail_from_name: string
}

const formOf = ({ values, ...progress }: SetupProgress): EnvironmentForm => ({
  ...storageFormOf({ values, ...progress }),
  mail_driver: values.mail_driver ?? 'none',
  smtp_host: values.smtp_host ?? '',
  smtp_port: String(values.smtp_port ?? 587),
  smtp_username: values.smtp_username ?? '',
  smtp_password: '',
  smtp_encryption: values.smtp_encryption ?? 'tls',
  mail_from_address: values.mail_from_address ?? '',
  mail_from_name: values.mail_from_name ?? '',
})

/** An empty field stands for none. */
const textOrNull = (text: string): string | null => text.trim() || null

/** The mail server to store or to test; values that the environment sets are left out. */
function draftOf(
  form: EnvironmentForm,
  { has_smtp_password: hasPassword, locked }: SetupProgress,
): MailDraft {
  const { smtp_encryption: encryption } = form
  const draft: MailDraft = {
    mail_driver: 'smtp',
    smtp_host: textOrNull(form.smtp_host),
    smtp_port: Number(form.smtp_port),
    smtp_username: textOrNull(form.smtp_username),
    smtp_encryption: SMTP_ENCRYPTIONS.find(value => value === encryption),
    mail_from_address: textOrNull(form.mail_from_address),
    mail_from_name: textOrNull(form.mail_from_name),
    // An empty field keeps a stored password.
    ...(form.smtp_password !== '' && { smtp_password: form.smtp_password }),
    ...(form.smtp_password === '' && !hasPassword && { smtp_password: null }),
  }
  return withoutLocked(draft, locked)
}

const check =
  (name: keyof typeof MailFields.shape) =>
  (value: string, { mail_driver }: EnvironmentForm): string | null => {
    if (mail_driver === 'none') return null
    const typed = name === 'smtp_port' ? Number(value) : textOrNull(value)
    return validateField(MailFields.shape[name], typed)
  }

/** Remembers the draft that passed the last test. The stored one needs none. */
function usePassedTest<T>(stored: T) {
  const [passed, setPassed] = useState<string | null>(null)
  return {
    hasPassed: (draft: T): boolean =>
      [passed, JSON.stringify(stored)].includes(JSON.stringify(draft)),
    record: (draft: T, isPassed: boolean): void =>
      setPassed(isPassed ? JSON.stringify(draft) : null),
  }
}

/** SETUP-5: storage, mail and live updates. Continues once tests of exactly these fields have passed. */
export function EnvironmentStep({ progress }: { progress: SetupProgress }) {
  const { t } = useTranslation()
  const save = useEnvironment()
  const isFixed = progress.locked.includes('mail_driver')
  const isStorageFixed = progress.locked.includes('storage_driver')
  const form = useForm<EnvironmentForm>({
    initialValues: formOf(progress),
    validate: {
      smtp_host: (value, values) =>
        values.mail_driver !== 'none' && value.trim() === ''
          ? t('validation.required')
          : check('smtp_host')(value, values),
      smtp_port: check('smtp_port'),
      smtp_username: check('smtp_username'),
      mail_from_address: check('mail_from_address'),
      mail_from_name: check('mail_from_name'),
      s3_bucket: checkBucketField(t('validation.required')),
      s3_endpoint: checkBucketField(t('validation.required')),
    },
  })
  const sendsMail = ({ mail_driver }: EnvironmentForm) => mail_driver !== 'none' && !isFixed
  const hasBucket = ({ storage_driver }: EnvironmentForm) =>
    storage_driver !== 'disk' && !isStorageFixed
  // Stored values have to be sent to be changed back.
  const isSkipping = [form.values, formOf(progress)].every(
    values => !sendsMail(values) && !hasBucket(values),
  )
  const mailOf = (values: EnvironmentForm): MailDraft =>
    sendsMail(values) ? draftOf(values, progress) : { mail_driver: 'none' }
  const storageOf = (values: EnvironmentForm): StorageDraft =>
    hasBucket(values) ? storageDraftOf(values, progress.locked) : { storage_driver: 'disk' }
  const storageTest = usePassedTest(storageOf(formOf(progress)))
  const mailTest = usePassedTest(mailOf(formOf(progress)))
  const isTested =
    (!hasBucket(form.values) || storageTest.hasPassed(storageOf(form.values))) &&
    (!sendsMail(form.values) || mailTest.hasPassed(mailOf(form.values)))
  const { submit, busy, failure } = useFormCall(form, values =>
    save(
      isSkipping
        ? 'skip'
        : { ...(!isFixed && mailOf(values)), ...(!isStorageFixed && storageOf(values)) },
    ),
  )
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <StorageCard
        form={form}
        progress={progress}
        isFixed={isStorageFixed}
        onTested={storageTest.record}
      />
      <MailCard form={form} progress={progress} isFixed={isFixed} onTested={mailTest.record} />
      <section className={classes.card}>
        <h2>{t('setup.live')}</h2>
        <p>{t('setup.live_text')}</p>
      </section>
      <FormFailure>{failure}</FormFailure>
      <StepFoot step="environment" {...(!isTested && { note: t('setup.test_to_continue') })}>
        <Button
          type="submit"
          size="md"
          loading={busy}
          disabled={!isTested}
          rightSection={<ArrowRight size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t(isSkipping && !isFixed && !isStorageFixed ? 'setup.skip' : 'setup.continue')}
        </Button>
      </StepFoot>
    </form>
  )
}

interface MailCardProps {
  form: UseFormReturnType<EnvironmentForm>
  progress: SetupProgress
  isFixed: boolean
  onTested: (draft: MailDraft, isPassed: boolean) => void
}

function MailCard({ form, progress, isFixed, onTested }: MailCardProps) {
  const { t } = useTranslation()
  const isOn = form.values.mail_driver !== 'none'
  return (
    <section className={classes.card}>
      <h2>{t('setup.mail')}</h2>
      <p>{isFixed ? t('setup.mail_fixed') : t('setup.mail_text')}</p>
      {!isFixed && (
        <SelectInput
          {...form.getInputProps('mail_driver')}
          label={t('setup.mail_driver')}
          data={[
            { value: 'none', label: t('setup.mail_driver_none') },
            { value: 'smtp', label: t('setup.mail_driver_smtp') },
          ]}
        />
      )}
      {!isOn && !isFixed && <p className={classes.warning}>{t('setup.mail_none')}</p>}
      {isOn && !isFixed && <SmtpFields form={form} locked={progress.locked} />}
      {isOn && (
        <MailTest draft={isFixed ? {} : draftOf(form.values, progress)} onResult={onTested} />
      )}
    </section>
  )
}

function SmtpFields({ form, locked }: Pick<MailCardProps, 'form'> & Pick<SetupProgress, 'locked'>) {
  const { t } = useTranslation()
  const field = useLockableFields(form, locked)
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }
  return (
    <div className={classes.fields}>
      <TextInput
        {...field('smtp_host')}
        {...plain}
        className={classes.wide}
        label={t('setup.smtp_host')}
      />
      <TextInput
        {...field('smtp_port')}
        {...plain}
        className={classes.narrow}
        inputMode="numeric"
        label={t('setup.smtp_port')}
      />
      <TextInput
        {...field('smtp_username')}
        {...plain}
        className={classes.half}
        label={t('setup.smtp_username')}
      />
      <SecretInput
        {...field('smtp_password')}
        className={classes.half}
        autoComplete="off"
        label={t('setup.smtp_password')}
      />
      <SelectInput
        {...field('smtp_encryption')}
        className={classes.full}
        label={t('setup.smtp_encryption')}
        data={SMTP_ENCRYPTIONS.map(value => ({
          value,
          label: t(`setup.smtp_encryption_${value}`),
        }))}
      />
      <TextInput
        {...field('mail_from_address')}
        {...plain}
        className={classes.half}
        inputMode="email"
        label={t('setup.mail_from_address')}
      />
      <TextInput
        {...field('mail_from_name')}
        className={classes.half}
        label={t('setup.mail_from_name')}
      />
    </div>
  )
}
