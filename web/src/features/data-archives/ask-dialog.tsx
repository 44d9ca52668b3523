import { makeDataArchive } from '@coffer/contract/data-archives'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { fault } from '../../lib/form-faults.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { ProofFields } from '../../ui/form/proof-fields.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useArchiveCalls } from './data-archives.api.ts'

interface AskDialogProps {
  hasTwoFactor: boolean
  onClose: () => void
}

/** Whoever finds an open page must not take everything along. */
export function AskDialog({ hasTwoFactor, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const { make } = useArchiveCalls()
  const { shape } = makeDataArchive.body
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: value => fault(shape.password, value),
      code: value => (hasTwoFactor ? fault(shape.code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ password, code }) => {
    await make({ password, ...(hasTwoFactor && { code }) })
    onClose()
  })
  return (
    <DialogBox opened onClose={onClose} title={t('archive.make')} className={frame.dialog}>
      <form className={frame.form} onSubmit={submit} noValidate>
        <p className={frame.lead}>{t('archive.ask')}</p>
        <ProofFields form={form} hasTwoFactor={hasTwoFactor} />
        <FormFailure>{failure}</FormFailure>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={busy}>
            {t('archive.make')}
          </Button>
        </DialogButtons>
      </form>
    </DialogBox>
  )
}
