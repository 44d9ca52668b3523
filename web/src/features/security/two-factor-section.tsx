import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import frame from '../../ui/dialog-form.module.css'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import { CodesLeft } from './codes-left.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordStep, type ReauthenticationInput } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { renewCodes, turnOff } from './two-factor.api.ts'

const SetUpDialog = lazy(async () => ({
  default: (await import('./set-up-dialog.tsx')).SetUpDialog,
}))

interface TwoFactorSectionProps {
  /** Null while two-factor sign-in is off. */
  confirmedAt: string | null
  onChanged: () => void
}

export function TwoFactorSection({ confirmedAt, onChanged }: TwoFactorSectionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const close = () => setOpen(null)
  const isOn = confirmedAt !== null
  return (
    <SectionCard
      title={t('two_factor.title')}
      mark={<Tag quiet={!isOn}>{t(isOn ? 'two_factor.on' : 'two_factor.off')}</Tag>}
      text={
        isOn ? t('two_factor.text_on', { date: format.day(confirmedAt) }) : t('two_factor.text_off')
      }
      action={
        isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen('codes')}>
              {t('two_factor.new_codes')}
            </Button>
            <Button variant="default" color="danger" onClick={() => setOpen('off')}>
              {t('two_factor.turn_off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('set-up')}>{t('two_factor.set_up')}</Button>
        )
      }
    >
      {isOn && <CodesLeft />}
      {open === 'set-up' && (
        <Suspense>
          <SetUpDialog onConfirmed={onChanged} onClose={close} />
        </Suspense>
      )}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
      {open === 'off' && <TurnOffDialog onTurnedOff={onChanged} onClose={close} />}
    </SectionCard>
  )
}

function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(codes ? 'two_factor.codes' : 'two_factor.new_codes')}
      dismissable={codes === null}
      className={frame.dialog}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          text={t('two_factor.new_codes_text')}
          submit={t('two_factor.new_codes_submit')}
          onReauthenticated={async reauthentication => setCodes(await renewCodes(reauthentication))}
          onClose={onClose}
        />
      )}
    </DialogBox>
  )
}

interface TurnOffDialogProps {
  onTurnedOff: () => void
  onClose: () => void
}

function TurnOffDialog({ onTurnedOff, onClose }: TurnOffDialogProps) {
  const { t } = useTranslation()
  const confirmTurnOff = async (reauthentication: ReauthenticationInput) => {
    await turnOff(reauthentication)
    successToast(t('two_factor.turned_off'))
    onTurnedOff()
  }
  return (
    <PasswordDialog
      title={t('two_factor.turn_off_title')}
      text={t('two_factor.turn_off_text')}
      submit={t('two_factor.turn_off')}
      onReauthenticated={confirmTurnOff}
      onClose={onClose}
    />
  )
}
