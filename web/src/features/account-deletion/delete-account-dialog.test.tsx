// @vitest-environment jsdom
import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import { expect, test } from 'vitest'
import {
  click,
  field,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { ReauthenticationContext } from '../../ui/form/reauthentication.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

setUpRendering()

const counts = {
  ...{ files: 1, folders: 0, used_bytes: 5, shares: 0, upload_requests: 0, team_folders: 0 },
  ...{ team_members: 0, unfinished_uploads: 0, is_last_administrator: false },
}
const summary: AccountDeletionSummary = {
  ...counts,
  subscription: {
    name: 'Pro',
    plan_type: 'fixed',
    driver: 'stripe',
    period_ends_at: '2027-03-04T00:00:00.000Z',
    is_paid: true,
  },
  balances: [],
  debts: [{ amount: 900, currency: 'EUR' }],
}

test('the end of a paid subscription is shown, and confirmed by a checkbox', async () => {
  const calls = stubCalls()
  const props = { email: 'ann@x.test', summary, onExport: () => {}, onClose: () => {} }
  await showPage(() => (
    <ReauthenticationContext value={{ hasTwoFactor: false, withoutPassword: null }}>
      <DeleteAccountDialog {...props} />
    </ReauthenticationContext>
  ))
  expect(document.body.textContent).toContain('account_deletion.paid_plan')
  expect(document.body.textContent).toContain('account_deletion.debt')
  await type(field('form input'), 'ann@x.test')
  await type(field('[type="password"]'), 'secret')
  await submit()
  expect(calls).toHaveLength(0)
  await click(field('[type="checkbox"]'))
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ email: 'ann@x.test', end_subscription: true })
})
