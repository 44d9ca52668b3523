import { createPlan, listOfferedPlans } from '@coffer/contract/plans'
import { updateSettings } from '@coffer/contract/settings'
import { startCheckout } from '@coffer/contract/subscriptions'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import {
  advanceSimulators,
  type Simulators,
  sendEventsTo,
  simulatorVariables,
  startSimulators,
} from '../server/test/gateways/simulators.ts'
import { createMailServer, type MailServer } from '../server/test/mail-server.ts'
import { call, enter, type Person } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { press } from './keys.ts'
import { hideCookieNotice } from './screen.ts'
import { ADMIN, freePort, INSTALLED } from './server.ts'

/** A server with keys of Stripe, at an address where nothing listens. */
export const WITH_UNREACHABLE_STRIPE = {
  ...INSTALLED,
  STRIPE_URL: 'http://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_of_the_journey',
}

/** Gives a journey file a server with a mail server and a simulator of each gateway. */
export function ownBillingServer() {
  let simulators: Simulators
  let mail: MailServer
  let port: number
  let aheadMs = 0
  test.beforeAll(async () => {
    ;[simulators, mail, port] = [
      await startSimulators(),
      await createMailServer(),
      await freePort(),
    ]
    sendEventsTo(simulators, `http://127.0.0.1:${port}`)
  })
  const coffer = ownServer(() => ({
    ...INSTALLED,
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    ...simulatorVariables(simulators),
  }))
  test.afterAll(async () => {
    await Promise.all([mail, ...Object.values(simulators)].map(each => each.close()))
    for (const { violations } of Object.values(simulators)) expect.soft(violations).toEqual([])
  })

  const now = () => Date.now() + aheadMs

  /**
   * Sets the clocks of the gateways and of the server to shortly before a time, so that work that is
   * scheduled for it runs. Starts the server, which takes longer on a busy machine and plans its
   * work shortly after it answers.
   * @param at UTC ms
   */
  async function moveClockTo(at: number): Promise<void> {
    for (let leadMs = 4000; ; leadMs *= 2) {
      const ms = Math.max(0, at - leadMs - now())
      aheadMs = at - leadMs - Date.now()
      await coffer().kill()
      await advanceSimulators(simulators, ms)
      await coffer().restart({ CLOCK_AHEAD_MS: String(aheadMs) })
      if (now() < at - leadMs / 2) return
    }
  }

  /** Waits for an email to an address with a part in its subject, and takes it. */
  const expectEmail = (address: string, subject: string): Promise<void> =>
    expect
      .poll(async () => (await mail.emailsTo(address)).map(email => email.subject).join(), {
        message: `an email to ${address}`,
      })
      .toContain(subject)

  /** Opens a page of a user, on a phone in Spanish or at a desk. */
  async function pageOf(browser: Browser, person: Person, options: object = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: coffer().origin, ...options })
    await hideCookieNotice(context)
    await enter(context, person)
    return context.newPage()
  }

  return { coffer, simulators: () => simulators, now, moveClockTo, expectEmail, pageOf }
}

export const ON_A_PHONE_IN_SPANISH = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'es-ES',
}

/** Signs the administrator in and sets the subscription type. */
export async function sell(
  context: BrowserContext,
  subscription_type: 'none' | 'fixed' | 'metered',
  more: object = {},
): Promise<void> {
  await enter(context, ADMIN)
  // Users sign up without the link of an email.
  const values = { subscription_type, user_verification: false, ...more }
  await call(context, updateSettings, { body: { values } })
}

/** In a currency that all gateways take. */
const PLANS = [
  { name: 'Basic', amount: 500, interval: 'month', gb: 100, members: 5 },
  { name: 'Pro', amount: 1500, interval: 'month', gb: 1000, members: 20 },
  { name: 'Pro, yearly', amount: 15_000, interval: 'year', gb: 1000, members: 20 },
] as const

/** Puts three plans on sale at all gateways, as the administrator. @returns their ids by name */
export async function sellPlans(
  context: BrowserContext,
  settings: object = {},
): Promise<Record<string, string>> {
  await sell(context, 'fixed', settings)
  const ids: Record<string, string> = {}
  for (const { gb, members, ...plan } of PLANS) {
    const features = { max_storage_amount: gb, max_team_members: members }
    const body = { type: 'fixed', currency: 'USD', features, ...plan } as const
    ids[plan.name] = (await call(context, createPlan, { body })).data.id
  }
  const copies = async () =>
    (await call(context, listOfferedPlans, {})).data.flatMap(({ meta }) => meta.gateways).length
  await expect.poll(copies, { message: 'copies at the gateways' }).toBe(PLANS.length * 3)
  return ids
}

/** Buys a plan on the page of Stripe, without a pointer. */
export async function buyWithStripe(page: Page, plan: string): Promise<void> {
  const body = { plan, driver: 'stripe' } as const
  const { data } = await call(page.context(), startCheckout, { body })
  await page.goto(data.attributes.url ?? '')
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByText('Payment received. Thank you!')).toBeVisible()
}
