import type { BillingDifference } from '@coffer/contract/billing-differences'
import { BillingReason } from '@coffer/contract/invoices'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../../lib/form-errors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { SideText } from './difference-columns.tsx'
import classes from './differences.module.css'

interface DifferenceDialogProps {
  difference: BillingDifference
  resolve: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Both sides of a difference and what it is about; an open one can be resolved with a reason. */
export function DifferenceDialog({ difference, resolve, onClose }: DifferenceDialogProps) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const { kind, gateway, resolved_at } = difference.attributes
  const text = t(`differences.text_${kind}`, { gateway: gatewayName(gateway) })
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t(`differences.kind_${kind}`)}
      className={frame.dialog}
    >
      {resolved_at === null ? (
        <ResolveForm text={text} resolve={resolve} onClose={onClose}>
          <Details difference={difference} />
        </ResolveForm>
      ) : (
        <>
          <p className={classes.lead}>{text}</p>
          <div className={classes.content}>
            <Details difference={difference} />
          </div>
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('popups.close')}
            </Button>
          </DialogButtons>
        </>
      )}
    </DialogBox>
  )
}

interface ResolveFormProps extends Pick<DifferenceDialogProps, 'resolve' | 'onClose'> {
  text: string
  children: ReactNode
}

function ResolveForm({ text, resolve, onClose, children }: ResolveFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: value => validateField(BillingReason, value) },
  })
  const formCall = useFormCall(form, async ({ reason }) => {
    await resolve(reason.trim())
    onClose()
    successToast(t('differences.resolve_done'))
  })
  return (
    <DialogForm {...formCall} text={text} confirm={t('differences.resolve')} onClose={onClose}>
      {children}
      <Textarea
        {...form.getInputProps('reason')}
        label={t('admin_billing.reason')}
        description={t('differences.resolve_help')}
        maxLength={500}
        rows={2}
        data-autofocus
      />
    </DialogForm>
  )
}

function Details({ difference }: Pick<DifferenceDialogProps, 'difference'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const gatewayName = useGatewayName()
  const { attributes, relationships } = difference
  const { gateway, subject, payment, ours, theirs, found_at, resolved_at, resolution } = attributes
  const { user, invoice } = relationships
  return (
    <>
      <div className={classes.sides}>
        <Side label={t('differences.ours')}>
          <SideText side={ours} />
        </Side>
        <Side label={t('differences.theirs_named', { gateway: gatewayName(gateway) })}>
          <SideText side={theirs} />
        </Side>
      </div>
      <Facts>
        {user.data && (
          <Fact label={t('differences.user')}>
            <Link to="/admin/user/$id/subscription" params={{ id: user.data.id }}>
              {user.data.attributes.name}
            </Link>
          </Fact>
        )}
        {invoice.data && (
          <Fact label={t('differences.invoice')}>
            <Link to="/admin/invoices/$id" params={{ id: invoice.data.id }}>
              {invoice.data.attributes.label}
            </Link>
          </Fact>
        )}
        <Fact label={t('differences.subject')}>{subject}</Fact>
        {payment !== null && payment !== subject && (
          <Fact label={t('differences.payment')}>{payment}</Fact>
        )}
        <Fact label={t('differences.since')}>{format.dateTime(found_at)}</Fact>
        {resolved_at !== null && (
          <>
            <Fact label={t('differences.resolved')}>{format.dateTime(resolved_at)}</Fact>
            <Fact label={t('admin_billing.reason')}>
              {resolution ?? t('differences.resolved_itself')}
            </Fact>
          </>
        )}
      </Facts>
    </>
  )
}

const Side = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.side}>
    <p className={classes.label}>{label}</p>
    <p className={classes.value}>{children}</p>
  </div>
)
