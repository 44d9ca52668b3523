import { ContactMessage } from '@coffer/contract/contact'
import { Email } from '@coffer/contract/email-address'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { challenge } from '../../features/auth/bot-check.ts'
import { sendMessage } from '../../features/contact/contact.api.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { validateField } from '../../lib/form-errors.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { emailField } from '../../ui/form/email-field.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import classes from './contact-us.module.css'

/** The contact page (ACC-34): sends a message to the administrators. */
export function ContactPage() {
  const { t } = useTranslation()
  const [sentFrom, setSentFrom] = useState<string>()
  usePageTitle(t('contact.title'))
  if (sentFrom !== undefined)
    return (
      <EmptyState
        level={1}
        picture={<MailCheck size={44} strokeWidth={1.25} aria-hidden />}
        title={t('contact.sent')}
        text={t('contact.sent_text', { email: sentFrom })}
      />
    )
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('contact.title')}</h1>
      <p className={classes.lead}>{t('contact.lead')}</p>
      <ContactForm onSent={setSentFrom} />
    </div>
  )
}

function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { email: '', message: '' },
    validate: {
      email: value => validateField(Email, value),
      message: value => validateField(ContactMessage, value),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    // Without a token of the bot check the server answers with the reason.
    const recaptcha = await challenge('contact').catch(() => undefined)
    await sendMessage({ ...values, recaptcha })
    onSent(values.email.trim())
  })
  return (
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      <TextInput
        {...form.getInputProps('email')}
        label={t('contact.email')}
        {...emailField}
        autoComplete="email"
        size="md"
      />
      <Textarea
        {...form.getInputProps('message')}
        label={t('contact.message')}
        autosize
        minRows={6}
        maxRows={16}
        size="md"
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" size="md" loading={busy}>
        {t('contact.send')}
      </Button>
    </form>
  )
}
