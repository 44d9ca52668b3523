import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import type { GatewayMode } from '../gateways/index.ts'
import { IN_FLIGHT } from './payments.repository.ts'

/**
 * Metered users without a card that one of the gateways can charge. Without any gateway, as while keys are
 * replaced, each card counts.
 */
const withoutCard = (db: Db, gateways: readonly GatewayMode[]) =>
  db
    .selectFrom('subscriptions')
    .select(['subscriptions.user_id', 'subscriptions.created_at'])
    .where('subscriptions.type', '=', 'metered')
    .where('subscriptions.status', '=', 'active')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_methods')
            .select('payment_methods.id')
            .whereRef('payment_methods.user_id', '=', 'subscriptions.user_id')
            .where('payment_methods.kind', '=', 'card')
            .where('payment_methods.needs_attention', 'is', null)
            .$if(gateways.length > 0, query =>
              query.where(({ or, and }) =>
                or(
                  gateways.map(({ name, isLive }) =>
                    and({
                      'payment_methods.gateway': name,
                      'payment_methods.is_live': isLive ? 1 : 0,
                    }),
                  ),
                ),
              ),
            ),
        ),
      ),
    )

/** @returns undefined if the user has a card, or no metered subscription */
export const findWithoutCard = (db: Db, gateways: readonly GatewayMode[], userId: string) =>
  withoutCard(db, gateways).where('subscriptions.user_id', '=', userId).executeTakeFirst()

/** Those without a card and without reminders of their usage, in order of ids. */
export const findUnreminded = (
  db: Db,
  gateways: readonly GatewayMode[],
  page: { after: string; limit: number },
) =>
  withoutCard(db, gateways)
    .where('subscriptions.user_id', '>', page.after)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dunnings')
            .select('dunnings.id')
            .whereRef('dunnings.user_id', '=', 'subscriptions.user_id')
            .where('dunnings.reason', '<>', 'unpaid_invoice')
            .where('dunnings.resolved_at', 'is', null),
        ),
      ),
    )
    .orderBy('subscriptions.user_id')
    .limit(page.limit)
    .execute()

/** Those of the users who have open invoices or reminders. */
export const findOwing = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('invoices')
            .select('invoices.id')
            .whereRef('invoices.user_id', '=', 'users.id')
            .where('invoices.state', '=', 'open'),
        ),
        exists(
          selectFrom('dunnings')
            .select('dunnings.id')
            .whereRef('dunnings.user_id', '=', 'users.id')
            .where('dunnings.resolved_at', 'is', null),
        ),
      ]),
    )
    .execute()

/** Those of the users who ever paid through a gateway. */
export async function findPayers(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('payments')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('state', '=', 'succeeded')
    .where('gateway', '<>', 'system')
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** Charges in flight with a saved card of a user. */
export const findChargesOf = (
  db: Db,
  { userId, methodId }: { userId: string; methodId: string },
): Promise<Pick<PaymentRow, 'state'>[]> =>
  db
    .selectFrom('payments')
    .select('state')
    .where('user_id', '=', userId)
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', IN_FLIGHT)
    .execute()
