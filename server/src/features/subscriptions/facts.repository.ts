import type { Db } from '../../db/open.ts'
import type {
  BillingDifferenceRow,
  DisputeRow,
  InvoiceRow,
  PaymentRow,
  RefundRow,
} from '../../db/schema-payments.ts'
import type { RemoteFacts } from '../gateways/index.ts'

type GatewayName = PaymentRow['gateway']

const byExternalId = <R extends { external_id: string | null }>(rows: R[]): Map<string, R> =>
  new Map(rows.flatMap(row => (row.external_id === null ? [] : [[row.external_id, row] as const])))

export interface StoredFacts {
  payments: Map<string, PaymentRow>
  refunds: Map<string, RefundRow>
  disputes: Map<string, DisputeRow>
  invoices: Map<string, InvoiceRow>
}

/** Reads the stored rows of all payments, refunds, disputes and invoices in the facts, in four queries. */
export async function findStoredFacts(
  db: Db,
  gateway: GatewayName,
  { payments, invoices }: RemoteFacts,
): Promise<StoredFacts> {
  const read = async <R extends { external_id: string | null }>(
    ids: string[],
    find: (ids: string[]) => Promise<R[]>,
  ) => byExternalId(ids.length === 0 ? [] : await find(ids))
  const of = (table: 'payments' | 'refunds' | 'disputes' | 'invoices', ids: string[]) =>
    db
      .selectFrom(table)
      .selectAll()
      .where('gateway', '=', gateway)
      .where('external_id', 'in', ids)
      .execute()
  const paymentIds = payments.map(({ externalId }) => externalId)
  const refunds = payments.flatMap(payment => payment.refunds)
  const disputes = payments.flatMap(payment => payment.disputes)
  const invoiceIds = [...invoices.map(({ externalId }) => externalId), ...paymentIds]
  return {
    payments: await read(paymentIds, ids => of('payments', ids) as Promise<PaymentRow[]>),
    refunds: await read(
      refunds.map(({ externalId }) => externalId),
      ids => of('refunds', ids) as Promise<RefundRow[]>,
    ),
    disputes: await read(
      disputes.map(({ externalId }) => externalId),
      ids => of('disputes', ids) as Promise<DisputeRow[]>,
    ),
    invoices: await read(invoiceIds, ids => of('invoices', ids) as Promise<InvoiceRow[]>),
  }
}

/** Records a difference to the gateway. Administrators see it until they resolve it. */
export async function insertDifference(db: Db, row: BillingDifferenceRow): Promise<void> {
  await db
    .insertInto('billing_differences')
    .values(row)
    .onConflict(oc =>
      oc.columns(['gateway', 'kind', 'subject']).where('resolved_at', 'is', null).doNothing(),
    )
    .execute()
}

/** Whether a payment was shown as missing at its gateway, also if an administrator has resolved that. */
export async function wasReported(
  db: Db,
  gateway: GatewayName,
  externalId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_differences')
    .select('id')
    .where('gateway', '=', gateway)
    .where('subject', '=', externalId)
    .where('kind', '=', 'missing_there')
    .executeTakeFirst()
  return row !== undefined
}
