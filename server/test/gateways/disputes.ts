import type { SimulatedGateway, Simulators } from './simulators.ts'

/** The payer disputes a payment at the bank. @returns how the bank decides it */
export function disputePayment(
  simulators: Simulators,
  name: SimulatedGateway,
  paymentId: string,
): (outcome: 'won' | 'lost') => void {
  const { stripe, paypal, paystack } = simulators
  if (name === 'stripe') {
    const id = stripe.dispute(paymentId)
    return outcome => stripe.closeDispute(id, outcome)
  }
  if (name === 'paypal') {
    const id = paypal.dispute(paymentId)
    return outcome => paypal.closeDispute(id, paymentId, outcome)
  }
  const id = paystack.dispute(paymentId)
  return outcome => paystack.closeDispute(id, outcome)
}
