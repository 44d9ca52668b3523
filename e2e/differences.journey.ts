import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible.ts'
import { sell } from './billing.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN, type Coffer, write } from './server.ts'

const coffer = ownServer()

/** Records a difference about a payment of a user, as the nightly comparison would. */
function putDifference(server: Coffer, email: string): void {
  write(
    server,
    `insert into billing_differences (id, gateway, kind, subject, user_id, ours, theirs, found_at)
      select ?, 'stripe', 'amount', 'pi_journey', id, '900 EUR', '1000 EUR', ? from users where email = ?`,
    ...[randomUUID(), Date.now(), email],
  )
}

test('an admin finds a difference on the dashboard and resolves it', async ({ page, context }) => {
  await sell(context, 'fixed')
  putDifference(coffer(), ADMIN.email)
  await page.goto('/admin/dashboard')
  await page
    .getByRole('listitem')
    .filter({ hasText: '1 payment differs' })
    .getByRole('link')
    .click()
  const table = page.getByRole('grid', { name: 'Payment differences' })
  await expect(table).toContainText('Payment amount')
  await expect(table).toContainText('€9.00')
  await expect(table).toContainText('€10.00')
  await expectAccessible(page, 'the list of differences')
  await table.getByText('Payment amount').click()
  const dialog = page.getByRole('dialog', { name: 'Payment amount' })
  await expect(dialog.getByRole('link', { name: ADMIN.name })).toBeVisible()
  await expectAccessible(page, 'a difference')
  await dialog.getByLabel('Reason').fill('Refunded at Stripe')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No results')).toBeVisible()
  await page.goto('/admin/payments/differences')
  await table.getByText('Payment amount').click()
  await expect(dialog).toContainText('Refunded at Stripe')
})
