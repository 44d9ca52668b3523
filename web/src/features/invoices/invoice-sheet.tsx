import { countryName } from '@coffer/contract/countries'
import {
  type InvoiceFormats,
  type InvoiceTextName,
  invoiceFormats,
  taxSentences,
  zoneOfCorrected,
} from '@coffer/contract/invoice-formats'
import type {
  InvoiceDetail,
  InvoiceLine,
  InvoiceParty,
  InvoiceSnapshot,
  InvoiceTax,
} from '@coffer/contract/invoices'
import type { ReactNode } from 'react'
import { NamedLogo } from '../../ui/logo.tsx'
import classes from './invoice-sheet.module.css'

type Text = (name: InvoiceTextName, values?: Record<string, string>) => string

interface Writer extends InvoiceFormats {
  text: Text
  country: (code: string) => string
}

/** Writes the parts of a document in its own language, as its PDF does. */
function writerOf(document: InvoiceSnapshot): Writer {
  const { locale, texts } = document
  const text: Text = (name, values = {}) =>
    (texts[name] ?? '').replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
  return {
    ...invoiceFormats(document),
    text,
    country: code => countryName(code, locale),
  }
}

/** The document as it is printed: black on white in both themes when printed. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDetail }) {
  const { document, kind, status, paid, amount_due, paid_at } = invoice.attributes
  const w = writerOf(document)
  return (
    <article className={classes.sheet} lang={document.locale}>
      <header className={classes.head}>
        <p className={classes.seller}>
          <NamedLogo size={28} />
        </p>
        <h2 className={classes.title}>{w.text(`title_${kind}`, { number: document.label })}</h2>
      </header>
      {document.corrects && (
        <p className={classes.corrects}>
          {w.text('corrects', {
            number: document.corrects.label,
            date: invoiceFormats({
              ...document,
              time_zone: zoneOfCorrected(document),
            }).shortDate(document.corrects.issued_at),
          })}
          {': '}
          {document.corrects.reason}
        </p>
      )}
      <div className={classes.parties}>
        <Party title={w.text('from')} party={document.seller} w={w} />
        <Party title={w.text('to')} party={document.buyer} w={w} />
        <dl className={classes.facts}>
          <dt>{w.text('issued')}</dt>
          <dd>{w.shortDate(document.issued_at)}</dd>
          {kind === 'invoice' && (
            <>
              <dt>{w.text('due')}</dt>
              <dd>{w.shortDate(document.due_at)}</dd>
            </>
          )}
          <dt>{w.text('currency')}</dt>
          <dd>{document.currency}</dd>
        </dl>
      </div>
      <Lines document={document} w={w} />
      <dl className={classes.sums}>
        <Totals document={document} w={w} />
        {kind === 'invoice' && paid > 0 && <Sum label={w.text('left')}>{w.money(amount_due)}</Sum>}
      </dl>
      <footer className={classes.foot}>
        {status === 'paid' && kind === 'invoice' && paid_at && (
          <p className={classes.paid}>{w.text('paid', { date: w.shortDate(paid_at) })}</p>
        )}
        {kind === 'invoice' && amount_due > 0 && (
          <p>{w.text('pay_by', { date: w.shortDate(document.due_at) })}</p>
        )}
        <TaxNote document={document} w={w} />
        {document.note && <p className={classes.note}>{document.note}</p>}
      </footer>
    </article>
  )
}

/** The lines of a document down to quantity × price, without its parties. */
export function InvoiceBreakdown({ document }: { document: InvoiceSnapshot }) {
  const w = writerOf(document)
  return (
    <div className={classes.breakdown} lang={document.locale}>
      <ul className={classes.breakdownLines}>
        {document.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change.
          <li key={index} className={classes.sum}>
            <span>
              <span className={classes.name}>{line.description}</span>
              <LineNote line={line} w={w} />
            </span>
            <span>{w.money(line.amount)}</span>
          </li>
        ))}
      </ul>
      <dl>
        <Totals document={document} w={w} />
      </dl>
    </div>
  )
}

function Totals({ document, w }: { document: InvoiceSnapshot; w: Writer }) {
  return (
    <>
      <Sum label={w.text('subtotal')}>{w.money(document.subtotal)}</Sum>
      {document.taxes.filter(hasTax).map(tax => (
        <Sum key={`${tax.country} ${tax.rate}`} label={taxLabel(tax, w)}>
          {w.money(tax.tax)}
        </Sum>
      ))}
      <Sum label={w.text(document.kind === 'invoice' ? 'total' : 'credited')} isTotal>
        {w.money(document.total)}
      </Sum>
    </>
  )
}

const hasTax = ({ category }: InvoiceTax): boolean => category === 'S' || category === 'Z'

const taxLabel = (
  { country, rate, taxable }: InvoiceTax,
  { text, number, money, country: name }: Writer,
) =>
  country
    ? text('tax_rate_country', {
        country: name(country),
        rate: number(rate),
        amount: money(taxable),
      })
    : text('tax_rate', { rate: number(rate), amount: money(taxable) })

function TaxNote({ document, w }: { document: InvoiceSnapshot; w: Writer }) {
  const sentences = taxSentences(document).map(name => w.text(name))
  return sentences.length > 0 && <p>{sentences.join(' ')}</p>
}

function Party({ title, party, w }: { title: string; party: InvoiceParty; w: Writer }) {
  const place = [party.postal_code, party.city].filter(Boolean).join(' ')
  const lines = [
    party.company && party.name,
    party.address,
    [place, party.state].filter(Boolean).join(', '),
    party.country && w.country(party.country),
    party.tax_id && w.text('tax_id', { id: party.tax_id }),
  ].filter(Boolean)
  return (
    <div>
      <p className={classes.label}>{title}</p>
      <p className={classes.name}>{party.company || party.name}</p>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function Lines({ document, w }: { document: InvoiceSnapshot; w: Writer }) {
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{w.text('description')}</th>
          <th scope="col">{w.text('quantity')}</th>
          <th scope="col">{w.text('price')}</th>
          <th scope="col">{w.text('tax')}</th>
          <th scope="col">{w.text('amount')}</th>
        </tr>
      </thead>
      {document.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change.
        <Line key={index} line={line} w={w} />
      ))}
    </table>
  )
}

/** A line, followed by the tiers that its amount consists of. */
function Line({ line, w }: { line: InvoiceLine; w: Writer }) {
  const detail = w.detail(line)
  return (
    <tbody>
      <tr>
        <th scope="row">
          {line.description}
          {detail && <span className={classes.lineNote}>{detail}</span>}
        </th>
        <td>{w.quantity(line)}</td>
        <td>{line.unit_amount === null ? '' : w.price(line.unit_amount)}</td>
        <td>
          {hasTax({ ...line, category: line.tax_category } as never)
            ? `${w.number(line.tax_rate)} %`
            : '–'}
        </td>
        <td>{w.money(line.amount)}</td>
      </tr>
      {w.tiers(line).map(({ from, text, amount }) => (
        <tr key={from} className={classes.tierRow}>
          <td>{text}</td>
          <td />
          <td />
          <td />
          <td>{w.money(amount)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** The detail and the tiers of a line below its description. */
function LineNote({ line, w }: { line: InvoiceLine; w: Writer }) {
  const detail = w.detail(line)
  return (
    <>
      {detail && <span className={classes.lineNote}>{detail}</span>}
      {w.tiers(line).map(({ from, text, amount }) => (
        <span key={from} className={classes.tier}>
          <span>{text}</span>
          <span>{w.money(amount)}</span>
        </span>
      ))}
    </>
  )
}

interface SumProps {
  label: string
  isTotal?: boolean
  children: ReactNode
}

const Sum = ({ label, isTotal = false, children }: SumProps) => (
  <div className={classes.sum} data-total={isTotal || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
