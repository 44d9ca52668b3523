import { downloadInvoice, type InvoiceDetail } from '@coffer/contract/invoices'
import { formatMoney } from '@coffer/contract/money'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../lib/document-title.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader, type PageParent } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { Scene } from '../../ui/scene.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { invoiceQuery } from './invoices.api.ts'
import classes from './invoices.module.css'
import { historyKey, InvoiceStatusTag } from './status.tsx'

interface InvoiceViewProps {
  id: string
  parent: PageParent
  /** Actions of administrators, at the side. */
  actions?: (invoice: InvoiceDetail) => ReactNode
  /** The page of another invoice, such as a credit note. */
  linkTo: (id: string) => LinkProps
  /** The invoices that the links to the previous and the next one lead to. */
  among: 'same_user' | 'all'
}

/** The page of an invoice: the sheet as it is printed, and its payments at the side. */
export function InvoiceView({ id, parent, actions, linkTo, among }: InvoiceViewProps) {
  const { t, i18n } = useTranslation()
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(id, i18n.language, among))
  const label = invoice?.attributes.label ?? ''
  usePageTitle(label || t('invoices.title'))
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <PageHeader title={label} parent={parent}>
          {invoice && <HeadActions invoice={invoice} linkTo={linkTo} />}
        </PageHeader>
        <div className={classes.paper}>
          {invoice && <InvoiceSheet invoice={invoice} />}
          {!invoice && !error && (
            <Skeleton height={640} radius="lg" maw={712} mx="auto" aria-busy />
          )}
          {!invoice && error && <Failure error={error} retry={refetch} />}
        </div>
      </div>
      {invoice && (
        <aside className={classes.side} aria-label={t('invoices.facts')}>
          <History invoice={invoice} linkTo={linkTo} />
          <Facts invoice={invoice} linkTo={linkTo} />
          {actions?.(invoice)}
        </aside>
      )}
    </div>
  )
}

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

function HeadActions({ invoice, linkTo }: PartProps) {
  const { t } = useTranslation()
  const { previous, next } = invoice.relationships
  return (
    <>
      <InvoiceStatusTag status={invoice.attributes.status} />
      {(previous.data || next.data) && (
        <nav className={classes.steps} aria-label={t('invoices.steps')}>
          <Step to={previous.data} side="previous" linkTo={linkTo} />
          <Step to={next.data} side="next" linkTo={linkTo} />
        </nav>
      )}
      <Button
        variant="default"
        className={classes.print}
        leftSection={<Printer {...icon} />}
        onClick={() => window.print()}
      >
        {t('invoices.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<Download {...icon} />}
        aria-label={t('invoices.download')}
        onClick={() => void downloadFile(downloadInvoice, { params: { id: invoice.id } })}
      >
        {t('invoices.pdf')}
      </Button>
    </>
  )
}

interface StepProps {
  to: InvoiceDetail['relationships']['next']['data']
  side: 'previous' | 'next'
  linkTo: InvoiceViewProps['linkTo']
}

/** A link to the previous or the next invoice; an empty place at the end of the list. */
function Step({ to, side, linkTo }: StepProps) {
  const { t } = useTranslation()
  const Icon = side === 'next' ? ChevronRight : ChevronLeft
  if (!to) return <span className={classes.step} data-empty />
  const label = t(`invoices.${side}`, { number: to.attributes.label })
  return (
    <Link {...linkTo(to.id)} className={classes.step} aria-label={label} title={label}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </Link>
  )
}

interface PartProps {
  invoice: InvoiceDetail
  linkTo: InvoiceViewProps['linkTo']
}

/** What happened to the invoice, in order. */
function History({ invoice, linkTo }: PartProps) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  const { issued_at, currency } = invoice.attributes
  const { transactions, credit_notes } = invoice.relationships
  const money = (amount: number) => formatMoney({ amount, currency }, format.locale)
  const events = [
    { at: issued_at, text: t('invoices.history_issued') as ReactNode, note: '' },
    ...transactions.data.map(({ attributes }) => ({
      at: attributes.created_at,
      text: t(historyKey(attributes), { amount: money(attributes.amount) }) as ReactNode,
      note: `${attributes.note} · ${gatewayName(attributes.driver)}`,
    })),
    ...credit_notes.data.map(({ id, attributes }) => ({
      at: attributes.issued_at,
      text: (
        <Link {...linkTo(id)}>{t('invoices.history_credited', { number: attributes.label })}</Link>
      ),
      note: money(attributes.total),
    })),
  ].sort((a, b) => a.at.localeCompare(b.at))
  return (
    <section aria-label={t('invoices.history')}>
      <h2 className={classes.heading}>{t('invoices.history')}</h2>
      <ol className={classes.history}>
        {events.map(({ at, text, note }) => (
          <li key={`${at} ${note}`} className={classes.event}>
            <div className={classes.texts}>
              <p className={classes.strong}>{text}</p>
              {note && <p className={classes.rowNote}>{note}</p>}
            </div>
            <time className={classes.rowNote} dateTime={at} title={format.exactDate(at)}>
              {format.date(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Facts({ invoice, linkTo }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { buyer, due_at, amount_due, currency, credited } = invoice.attributes
  const { corrects } = invoice.relationships
  const money = (amount: number) => formatMoney({ amount, currency }, format.locale)
  return (
    <dl className={classes.facts}>
      <dt>{t('invoices.buyer')}</dt>
      <dd>
        {buyer.name}
        <p className={classes.rowNote}>{buyer.email}</p>
      </dd>
      {amount_due > 0 && (
        <>
          <dt>{t('invoices.due')}</dt>
          <dd>{money(amount_due)}</dd>
          <dt>{t('invoices.due_date')}</dt>
          <dd>{format.date(due_at)}</dd>
        </>
      )}
      {credited > 0 && (
        <>
          <dt>{t('invoices.credited')}</dt>
          <dd>{money(credited)}</dd>
        </>
      )}
      {corrects.data && (
        <>
          <dt>{t('invoices.corrects')}</dt>
          <dd>
            <Link {...linkTo(corrects.data.id)}>{corrects.data.attributes.label}</Link>
          </dd>
        </>
      )}
    </dl>
  )
}

function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  const { t } = useTranslation()
  if (!('status' in error) || error.status !== 404) return <PartFailure retry={retry} />
  return (
    <EmptyState
      picture={<Scene time="night" />}
      level={1}
      title={t('invoices.not_found')}
      text={t('invoices.not_found_text')}
    />
  )
}
