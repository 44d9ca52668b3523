import type { InvoiceLine } from '@coffer/contract/invoices'
import type { Transaction } from '@coffer/contract/transactions'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import frame from '../../ui/dialog-form.module.css'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { InvoiceBreakdown } from './invoice-sheet.tsx'
import { invoiceQuery } from './invoices.api.ts'
import {
  failureText,
  TransactionAmount,
  TransactionStatusMark,
  TransactionTypeMark,
} from './status.tsx'
import classes from './transaction-dialog.module.css'
import { UsageByDay } from './usage-by-day.tsx'

interface TransactionDialogProps {
  transaction: Transaction
  linkToInvoice: (id: string) => LinkProps
  onClose: () => void
}

/** A transaction, and the lines of its invoice down to quantity × price. */
export function TransactionDialog({ transaction, linkToInvoice, onClose }: TransactionDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const gatewayName = useGatewayName()
  const { attributes, relationships } = transaction
  const { note, status, type, created_at, driver, reference } = attributes
  const failure = failureText(attributes, t)
  const user = relationships.user.data
  const invoice = relationships.invoice.data
  return (
    <DialogBox opened onClose={onClose} title={note} className={frame.dialog}>
      <p className={classes.head}>
        <span className={classes.amount}>
          <TransactionAmount attributes={attributes} />
        </span>
        <TransactionStatusMark status={status} />
      </p>
      <Facts>
        {invoice && (
          <Fact label={t('transactions.invoice')}>
            <Link {...linkToInvoice(invoice.id)}>{invoice.attributes.label}</Link>
          </Fact>
        )}
        {user && <Fact label={t('transactions.user')}>{user.attributes.name}</Fact>}
        <Fact label={t('transactions.type')}>
          <TransactionTypeMark type={type} />
        </Fact>
        <Fact label={t('transactions.date')}>{format.dateTime(created_at)}</Fact>
        <Fact label={t('transactions.driver')}>{gatewayName(driver)}</Fact>
        {reference !== null && <Fact label={t('transactions.reference')}>{reference}</Fact>}
        {failure && <Fact label={t('transactions.reason')}>{failure}</Fact>}
      </Facts>
      {invoice && <Breakdown invoiceId={invoice.id} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}

const billsUsage = ({ explanation }: InvoiceLine): boolean =>
  explanation !== null && explanation.meter !== 'flatFee'

function Breakdown({ invoiceId }: { invoiceId: string }) {
  const { i18n } = useTranslation()
  const { data, isError, refetch } = useQuery(invoiceQuery(invoiceId, i18n.language))
  if (data) {
    const { document } = data.attributes
    return (
      <>
        <InvoiceBreakdown document={document} />
        {document.lines.some(billsUsage) && <UsageByDay invoiceId={invoiceId} />}
      </>
    )
  }
  return isError ? <PartFailure retry={refetch} /> : <Skeleton height={120} mt={16} aria-busy />
}
