import type { Response } from '@coffer/contract'
import type {
  AdminPayment,
  getUserSubscription,
  SubscriptionQuery,
} from '@coffer/contract/admin-subscriptions'
import { isLive } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { findMethods } from '../gateways/index.ts'
import { refundableOf } from '../invoices/index.ts'
import { listOfUser as listPayments, refund } from '../payments/index.ts'
import * as rows from './admin-subscriptions.repository.ts'
import type { CheckoutDeps } from './checkouts.service.ts'
import { readMoney } from './overview.service.ts'
import { asAppError } from './subscription-errors.ts'
import { presentForAdmin, presentMethod, presentPayment } from './subscriptions.presenter.ts'
import * as subscriptions from './subscriptions.repository.ts'
import * as service from './subscriptions.service.ts'

const SHOWN_SUBSCRIPTIONS = 20
const SHOWN_PAYMENTS = 50

export const listSubscriptions = ({ db }: Pick<Deps, 'db'>, query: SubscriptionQuery) =>
  rows.listRows(db, query)

async function requireRow(deps: Pick<Deps, 'db'>, id: string): Promise<rows.AdminSubscriptionRow> {
  const row = await rows.findRow(deps.db, id)
  if (!row) throw new AppError('subscription.not_found')
  return row
}

/** @throws AppError `user.not_found` */
export async function getUserBilling(
  { db }: Pick<Deps, 'db'>,
  userId: string,
): Promise<Response<typeof getUserSubscription>['data']> {
  if (!(await subscriptions.findUser(db, userId))) throw new AppError('user.not_found')
  const listed = await rows.listRowsOf(db, userId, SHOWN_SUBSCRIPTIONS)
  const [newest] = listed
  return {
    subscriptions: listed.map(presentForAdmin),
    can_end: newest !== undefined && (await service.canEnd(db, newest)),
    payments: await presentPayments(db, await listPayments(db, userId, SHOWN_PAYMENTS)),
    methods: (await findMethods(db, userId)).map(presentMethod),
    ...(await readMoney(db, userId)),
  }
}

async function presentPayments(db: Db, payments: readonly PaymentRow[]): Promise<AdminPayment[]> {
  const refundable = await refundableOf(db, payments)
  return payments.map(payment => presentPayment(payment, refundable(payment.id)))
}

export async function cancelAsAdmin(deps: CheckoutDeps, id: string, reason: string) {
  const row = await requireRow(deps, id)
  if (!isLive(row)) throw new AppError('subscription.ended')
  await service.cancel(deps, row, reason)
  return requireRow(deps, id)
}

export async function endAsAdmin(deps: CheckoutDeps, id: string, reason: string) {
  await service.endAsAdmin(deps, id, reason)
  return requireRow(deps, id)
}

export async function syncAsAdmin(deps: CheckoutDeps, id: string) {
  const row = await requireRow(deps, id)
  try {
    await service.readFresh(deps, row)
  } catch (error) {
    throw asAppError(error)
  }
  return requireRow(deps, id)
}

interface RefundRequest {
  id?: string | undefined
  amount?: number | undefined
  reason: string
}

export async function refundAsAdmin(
  deps: CheckoutDeps,
  paymentId: string,
  request: RefundRequest,
): Promise<AdminPayment> {
  const payment = await refund(deps, {
    ...request,
    paymentId,
    record: async (tx, payment, refunded) => {
      const { id, user_id: userId, currency } = payment
      recordAudit(tx, {
        action: 'payment.refunded',
        target: userId === null ? { type: 'payment', id } : await userTarget(tx, userId),
        after: { payment: id, amount: refunded, currency, reason: request.reason },
      })
    },
  })
  return presentPayment(payment, (await refundableOf(deps.db, [payment]))(payment.id))
}
