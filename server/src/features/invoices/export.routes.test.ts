import { expect, it } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const make = invoiceMaker(t)

it('exports days in the time zone of the document, and times in UTC', async () => {
  await t.settings({ timezone: 'Europe/Madrid' })
  const user = await t.signIn()
  const { label } = await make.open(user.userId, 1234, {
    at: Date.UTC(2051, 11, 31, 23, 30),
    dueAt: Date.UTC(2052, 0, 14, 23, 30),
  })
  await t.settings({ timezone: 'UTC' })
  expect(label).toContain('2052-')
  const admin = await t.signIn('admin')
  const csv = await (await admin.fetch(`/api/admin/invoices/export?query=${label}`)).text()
  const [header, row] = csv.split('\r\n')
  expect(header).toContain('Issued,Due,Issued (UTC),Due (UTC)')
  expect(row).toContain('2052-01-01,2052-01-15,2051-12-31 23:30:00,2052-01-14 23:30:00')
})

it('exports the times of transactions in UTC, as their column says', async () => {
  const admin = await t.signIn('admin')
  const csv = await (await admin.fetch('/api/admin/transactions/export')).text()
  expect(csv).toContain(',Date (UTC),')
})
