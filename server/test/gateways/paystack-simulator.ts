import { createHmac } from 'node:crypto'
import { closeDispute, dispute, disputeRoutes } from './paystack/disputes.ts'
import { description, refuse } from './paystack/errors.ts'
import { paystackPage } from './paystack/pages.ts'
import {
  failRefund,
  refundRoutes,
  retryRefund,
  stallRefund,
  statement,
} from './paystack/refunds.ts'
import { createState, type PaystackState } from './paystack/state.ts'
import { type Payment, payTransaction, transactionRoutes } from './paystack/transactions.ts'
import type { StatementLine } from './shared/bank-statement.ts'
import type { Card } from './shared/cards.ts'
import type { Fields } from './shared/description.ts'
import { randomId } from './shared/ids.ts'
import { parseJson, parseQuery } from './shared/request-texts.ts'
import {
  controlsOf,
  createCore,
  GatewayError,
  type GatewayRules,
  listen,
  type SimulatorOptions,
} from './shared/simulator-server.ts'

export type PaystackSimulator = Awaited<ReturnType<typeof startPaystackSimulator>>

/** Paystack on this machine, with state: transactions, saved authorisations, refunds, events. */
export async function startPaystackSimulator(options: SimulatorOptions = {}) {
  const secretKey = randomId('sk_test_', 40).toLowerCase()
  let url = ''
  const sign = (body: string) => createHmac('sha512', secretKey).update(body).digest('hex')
  const headers = ({ body }: { body: string }) => ({ 'x-paystack-signature': sign(body) })
  const core = createCore(options, headers)
  const state = createState(core, () => url)
  const server = await listen(core, rulesOf(state, secretKey), options.port)
  url = server.url

  return {
    ...controlsOf(core, server),
    secretKey,
    publicKey: secretKey.replace('sk_', 'pk_'),
    sign,
    events: () => state.events,
    payments: (): StatementLine[] => statement(state),
    ...people(state),
  }
}

/** Acts of payers and their banks. */
function people(state: PaystackState) {
  return {
    /** Pays a transaction, by its reference, access code or id. */
    pay(id: string, payment: Payment = { card: 'ok' }) {
      const outcome = payTransaction(state, id, payment)
      void state.core.events.flush()
      return outcome
    },
    /** From now on a saved authorisation behaves like this. */
    setCard(authorizationCode: string, card: Card) {
      const saved = state.authorizations.get(authorizationCode)
      if (!saved) throw refuse(404, 'Authorization not found')
      saved.card = card
    },
    /** Identifies the card of a saved authorisation. */
    signatureOf: (authorizationCode: string) =>
      String(state.authorizations.get(authorizationCode)?.authorization.signature),
    /** Whether a saved authorisation can still be charged. */
    isSaved: (authorizationCode: string) =>
      state.authorizations.get(authorizationCode)?.authorization.reusable === true,
    /** The merchant's list of allowed addresses gets or loses ours. */
    allowAddress(isAllowed: boolean) {
      state.isAddressRefused = !isAllowed
    },
    /** The next reference that is sent counts as used by another system of the merchant. */
    useNextReference() {
      state.isNextUsed = true
    },
    failRefund: (id: number) => failRefund(state, id),
    stallRefund: (id: number) => stallRefund(state, id),
    retryRefund: (id: number) => retryRefund(state, id),
    dispute: (reference: string) => dispute(state, reference),
    closeDispute: (id: number, outcome: 'won' | 'lost') => closeDispute(state, id, outcome),
  }
}

function rulesOf(state: PaystackState, secretKey: string): GatewayRules {
  return {
    description,
    parseBody: raw => parseJson(raw, () => refuse(400, 'Invalid JSON')),
    parseQuery,
    authenticate({ headers }, areKeysRevoked) {
      if (state.isAddressRefused)
        throw refuse(403, 'Your IP address is not allowed to make this call')
      if (headers.authorization === `Bearer ${secretKey}` && !areKeysRevoked) return
      throw refuse(401, 'Invalid key')
    },
    routes: {
      ...transactionRoutes(state),
      ...refundRoutes(state),
      ...disputeRoutes(state),
      'GET /balance': () => ({
        status: true,
        message: 'Balances retrieved',
        data: [{ currency: 'NGN', balance: 0 }],
      }),
    },
    page: paystackPage(state),
    // Only the reference makes a call repeatable: a second use is refused.
    idempotency: () => undefined,
    // The description lacks the answer of a charge that waits for the payer.
    isDescribed: ({ body }) => !(body as { data?: Fields } | undefined)?.data?.paused,
    statusOf: () => 200,
    errors,
  }
}

const errors: GatewayRules['errors'] = {
  unknownCall: call => refuse(404, `${call} not found`),
  invalid: problems => refuse(400, problems.join('; ')),
  keyReused: () => refuse(400, 'Duplicate Transaction Reference'),
  internal: () => new GatewayError(500, { status: false, message: 'An error occurred' }),
  limited: seconds =>
    new GatewayError(
      429,
      { status: false, message: 'Too many requests' },
      { headers: { 'retry-after': String(seconds) } },
    ),
}
