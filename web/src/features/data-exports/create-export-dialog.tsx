import { Reauthentication } from '@coffer/contract/reauthentication'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { useKeepOpen } from '../../ui/dialog-state.ts'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useReauthentication } from '../../ui/form/reauthentication.ts'
import { ReauthenticationFields } from '../../ui/form/reauthentication-fields.tsx'
import { ReauthenticationGate } from '../../ui/form/reauthentication-gate.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { useDataExportCalls } from './data-exports.api.ts'

interface CreateExportDialogProps {
  onClose: () => void
}

/**
 * Asks for the password before an export is created, so that a stranger at an open page cannot take
 * the data.
 */
export function CreateExportDialog({ onClose }: CreateExportDialogProps) {
  const { t } = useTranslation()
  return (
    <DialogBox opened onClose={onClose} title={t('data_export.make')} className={frame.dialog}>
      <ReauthenticationGate onClose={onClose}>
        <CreateExportForm onClose={onClose} />
      </ReauthenticationGate>
    </DialogBox>
  )
}

function CreateExportForm({ onClose }: CreateExportDialogProps) {
  const { t } = useTranslation()
  const { hasTwoFactor } = useReauthentication()
  const { create: createExport } = useDataExportCalls()
  const { shape } = Reauthentication
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: value => validateField(shape.password, value),
      code: value => (hasTwoFactor ? validateField(shape.code, value) : null),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async ({ password, code }) => {
    await createExport({ password, ...(hasTwoFactor && { code }) })
    onClose()
  })
  useKeepOpen(busy)
  return (
    <form className={frame.form} onSubmit={submit} noValidate>
      <p className={frame.lead}>{t('data_export.ask')}</p>
      <ReauthenticationFields form={form} />
      <FormFailure>{failure}</FormFailure>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={busy}>
          {t('data_export.make')}
        </Button>
      </DialogButtons>
    </form>
  )
}
