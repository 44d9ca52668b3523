import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { DANISH_SELLER, invoiceMaker } from '../../../test/invoices.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { balanceOf, checkLedger, receivableOf } from '../ledger/index.ts'
import { findInvoice, markPaid, sumDue } from './index.ts'

const t = await openTestApp()
const { db, transact } = t.deps
const admin = await t.signIn('admin')
const ann = await t.signIn()
const bob = await t.signIn()
const make = invoiceMaker(t)
await t.settings(DANISH_SELLER)

const now = () => t.deps.now().getTime()
const pdfOf = async (client: typeof ann, id: string) => {
  const response = await client.fetch(`/api/invoices/${id}/pdf`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const show = async (client: typeof ann, id: string) =>
  (await client.send('GET', `/api/invoices/${id}`)).body.data

/** The sum of all debts in the ledger is what is due of open invoices. */
async function expectLedgerToMatch() {
  const { isBalanced, sums } = await checkLedger(db)
  const due = (await sumDue(db)).filter(({ amount }) => amount !== 0)
  const debts = sums
    .filter(({ kind, amount }) => kind === 'receivable' && amount !== 0)
    .map(({ currency, amount }) => ({ currency, amount }))
  expect({ isBalanced, debts }).toEqual({ isBalanced: true, debts: due })
}

describe('case 48: a PDF', () => {
  it('has the same bytes after the seller was renamed, and its hash is kept', async () => {
    const { id } = await make.open(ann.userId, 28_080)
    await t.runJobs()
    const first = await pdfOf(ann, id)
    expect(first.response.headers.get('content-type')).toContain('application/pdf')
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await t.settings({ billing_name: 'Sydhavn Cloud ApS', app_title: 'Other' })
    expect(hashOf((await pdfOf(ann, id)).bytes)).toBe(hashOf(first.bytes))
    expect((await findInvoice(db, id))?.pdf_hash).toBe(hashOf(first.bytes))
    expect((await show(ann, id)).attributes.document.seller.name).toBe('Nordhavn Cloud ApS')
    await t.settings(DANISH_SELLER)
  })

  it('has the logo of the operator from then on, without transparency', async () => {
    const issued = await make.open(ann.userId, 100)
    const before = (await pdfOf(ann, issued.id)).bytes
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle r="9"/></svg>'
    const form = new FormData()
    form.set('file', new Blob([logo]), 'logo.svg')
    const path = '/api/admin/settings/logos/app_logo'
    expect((await admin.send('POST', path, form)).status).toBe(200)
    const { id } = await make.open(ann.userId, 100)
    const { bytes } = await pdfOf(ann, id)
    expect(bytes.toString('latin1')).toMatch(/\/Subtype \/Image/)
    expect(bytes.toString('latin1')).not.toContain('/SMask')
    expect(hashOf((await pdfOf(ann, issued.id)).bytes)).toBe(hashOf(before))
    await admin.send('DELETE', path)
    const without = await make.open(ann.userId, 100)
    const { bytes: named } = await pdfOf(ann, without.id)
    expect(named.toString('latin1')).not.toContain('/Subtype /Image')
  })

  it('is made on the first download if its job has not run, also at the same time', async () => {
    const { id } = await make.open(ann.userId, 100)
    const pdfs = await Promise.all(Array.from({ length: 4 }, () => pdfOf(ann, id)))
    expect(new Set(pdfs.map(({ bytes }) => hashOf(bytes))).size).toBe(1)
  })
})

it('shows a price for an amount without a quantity, and none where tiers have several', async () => {
  const lines = [
    { description: 'Agency, a month', amount: 1250 },
    { description: 'Storage', quantity: '310', unit: 'E34', amount: 1240 },
  ]
  const { id } = await make.open(ann.userId, 0, { lines })
  const { document } = (await show(ann, id)).attributes
  expect(document.lines.map((line: { unit_amount: string | null }) => line.unit_amount)).toEqual([
    '12.50',
    null,
  ])
})

describe('case 49: an invoice of another user', () => {
  it('answers like one that does not exist, as page and PDF', async () => {
    const { id } = await make.open(ann.userId, 100)
    for (const path of [`/api/invoices/${id}`, `/api/invoices/${id}/pdf`]) {
      const [others, missing] = [
        await bob.send('GET', path),
        await bob.send('GET', path.replace(id, randomUUID())),
      ]
      expect([others.status, missing.status]).toEqual([404, 404])
      expect(others.body.detail).toBe(missing.body.detail)
      expect((await ann.fetch(path)).status).toBe(200)
      expect((await admin.fetch(path)).status).toBe(200)
    }
    const own = (await bob.send('GET', '/api/invoices')).body
    expect(own.data).toEqual([])
  })
})

describe('the invoices before and after one', () => {
  const sides = async (client: typeof ann, path: string) => {
    const { previous, next } = (await client.send('GET', path)).body.data.relationships
    return [previous.data?.id ?? null, next.data?.id ?? null]
  }

  it('are those of the same user, and for administrators on request all', async () => {
    const at = Date.UTC(2040, 1, 1)
    const carol = await t.signIn()
    const first = await make.open(carol.userId, 100, { at })
    const other = await make.open(bob.userId, 100, { at: at + 1000 })
    const second = await make.open(carol.userId, 100, { at: at + 2000 })
    const path = `/api/invoices/${first.id}`
    expect(await sides(carol, path)).toEqual([null, second.id])
    expect(await sides(carol, `${path}?among=all`)).toEqual([null, second.id])
    expect(await sides(admin, path)).toEqual([null, second.id])
    expect((await sides(admin, `${path}?among=all`))[1]).toBe(other.id)
    expect(await sides(carol, `/api/invoices/${second.id}`)).toEqual([first.id, null])
  })
})

describe('case 59: credit by an administrator', () => {
  const path = `/api/admin/users/${bob.userId}/credit`

  it('is rejected without a reason', async () => {
    for (const reason of [undefined, '', '  ']) {
      const { status, body } = await admin.send('POST', path, { amount: 500, reason })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['reason']])
    }
    expect((await admin.send('POST', path, { amount: 0, reason: 'x' })).status).toBe(422)
    expect((await ann.send('POST', path, { amount: 500, reason: 'x' })).status).toBe(403)
    expect(await balanceOf(db, bob.userId, 'USD')).toBe(0)
  })

  it('is in ledger, transactions and audit log, and the user gets a gift notification', async () => {
    const { status, body } = await admin.send('POST', path, { amount: 500, reason: 'Late answer' })
    expect([status, body.data.balance]).toEqual([201, { amount: 500, currency: 'USD' }])
    expect(await balanceOf(db, bob.userId, 'USD')).toBe(500)
    const { data } = (await bob.send('GET', '/api/subscriptions/transactions')).body
    expect(data).toHaveLength(1)
    // HTTP-3
    expect((await bob.send('GET', '/api/user/transactions')).body.data).toEqual(data)
    expect(data[0].attributes).toMatchObject({
      type: 'credit',
      status: 'completed',
      note: 'Bonus',
      price: '$5.00',
      driver: 'system',
    })
    const [notification] = (await bob.send('GET', '/api/notifications')).body.data
    expect(notification.attributes).toMatchObject({
      category: 'gift',
      title: 'You received $5.00',
    })
    const [entry] = (await admin.send('GET', '/api/admin/audit')).body.data
    expect(entry.attributes).toMatchObject({
      action: 'billing.user_credited',
      after: { amount: 500, reason: 'Late answer' },
    })
  })

  it('of a user who does not exist answers 404', async () => {
    const missing = `/api/admin/users/${randomUUID()}/credit`
    expect((await admin.send('POST', missing, { amount: 1, reason: 'x' })).status).toBe(404)
  })
})

describe('case 64: tax', () => {
  const buyer = async (change: object) => {
    const client = await t.signIn()
    const profile = { ...BILLING_PROFILE, ...change }
    const { status, body } = await client.send('PUT', '/api/user/billing-profile', profile)
    expect([status, body.errors]).toEqual([200, undefined])
    return client
  }
  const documentOf = async (client: typeof ann, draft = {}) => {
    const { id } = await make.open(client.userId, 12_100, draft)
    return (await show(client, id)).attributes.document
  }

  it('is taken out of the price at the rate of a consumer’s country', async () => {
    const spain = await buyer({ country: 'ES', postal_code: '28001' })
    expect(await documentOf(spain)).toMatchObject({
      taxes: [{ country: 'ES', category: 'S', rate: '21', taxable: 10_000, tax: 2100 }],
      subtotal: 10_000,
      tax: 2100,
      total: 12_100,
    })
  })

  it('is owed by a company in another EU country with a valid id, until the id lapses', async () => {
    const company = { country: 'ES', postal_code: '28001', company: 'Holm SL', tax_id: 'B58378431' }
    const client = await buyer(company)
    const document = await documentOf(client)
    expect(document).toMatchObject({ taxes: [{ category: 'AE', rate: '0' }], tax: 0 })
    expect([document.seller.tax_id, document.buyer.tax_id]).toEqual(['DK13585628', 'ESB58378431'])
    await client.send('PUT', '/api/user/billing-profile', {
      ...BILLING_PROFILE,
      ...company,
      tax_id: null,
    })
    expect((await documentOf(client)).taxes[0]).toMatchObject({ category: 'S', rate: '21' })
  })

  it('is stated with the VAT ID of the seller in its usual form', async () => {
    await t.settings({ billing_vat_number: '13 58 56 28' })
    const { seller } = await documentOf(await t.signIn())
    await t.settings(DANISH_SELLER)
    expect(seller.tax_id).toBe('DK13585628')
  })

  it('has the rate of the day of supply', async () => {
    const rates = [...DANISH_SELLER.billing_tax_rates]
    await t.settings({
      billing_tax_rates: [...rates, { country: 'ES', rate: '23', from: '2040-01-01' }],
    })
    const client = await buyer({ country: 'ES', postal_code: '28001' })
    const rateOf = async (endsAt: number) =>
      (
        await documentOf(client, {
          at: Date.UTC(2040, 0, 3),
          period: { startsAt: Date.UTC(2039, 11, 1), endsAt },
        })
      ).taxes[0].rate
    expect(await rateOf(Date.UTC(2040, 0, 1))).toBe('21')
    expect(await rateOf(Date.UTC(2040, 0, 2))).toBe('23')
    await t.settings(DANISH_SELLER)
  })

  it('changes only the given fields of the buyer', async () => {
    const client = await t.signIn()
    const put = (profile: object) => client.send('PUT', '/api/user/billing-profile', profile)
    const incomplete = await put({ city: 'Madrid' })
    expect(incomplete.status).toBe(422)
    expect(Object.keys(incomplete.body.errors)).toContain('address')
    await put(BILLING_PROFILE)
    await put({ phone: '+34 600 000 000' })
    const { body } = await put({ city: 'Madrid' })
    expect(body.data).toMatchObject({
      ...BILLING_PROFILE,
      phone: '+34 600 000 000',
      city: 'Madrid',
    })
  })

  it('rejects an id that cannot be one of the country', async () => {
    const profile = { ...BILLING_PROFILE, country: 'ES', tax_id: 'B58378432' }
    const { status, body } = await ann.send('PUT', '/api/user/billing-profile', profile)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['tax_id']])
  })
})

describe('a payment', () => {
  const pay = (invoiceId: string, amount: number, key = `payment:${randomUUID()}`) =>
    transact(tx =>
      markPaid(tx, t.deps, { invoiceId, key, from: 'clearing.stripe', amount, at: now() }),
    )

  it('in parts pays an invoice once nothing is due; more goes to the balance', async () => {
    const user = await t.signIn()
    const { id } = await make.open(user.userId, 1000)
    expect((await show(user, id)).attributes).toMatchObject({ status: 'open', amount_due: 1000 })
    await pay(id, 400)
    expect((await show(user, id)).attributes).toMatchObject({ status: 'open', amount_due: 600 })
    const { toBalance } = await pay(id, 700)
    expect(toBalance).toBe(100)
    expect((await show(user, id)).attributes).toMatchObject({ status: 'paid', amount_due: 0 })
    expect(await balanceOf(db, user.userId, 'EUR')).toBe(100)
    await expectLedgerToMatch()
  })

  it('is applied once, also when it is repeated at the same time', async () => {
    const user = await t.signIn()
    const { id } = await make.open(user.userId, 1000)
    const key = `payment:${randomUUID()}`
    const results = await Promise.all(Array.from({ length: 6 }, () => pay(id, 300, key)))
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await receivableOf(db, user.userId, 'EUR')).toBe(700)
  })

  it('of an invoice that was written off opens it again', async () => {
    const user = await t.signIn()
    const { id } = await make.open(user.userId, 1000)
    const path = `/api/admin/invoices/${id}/uncollectible`
    expect((await admin.send('POST', path, { reason: 'Moved away' })).status).toBe(200)
    expect(await receivableOf(db, user.userId, 'EUR')).toBe(0)
    await pay(id, 400)
    expect((await show(user, id)).attributes).toMatchObject({ status: 'open', amount_due: 600 })
    await pay(id, 600)
    expect((await show(user, id)).attributes.status).toBe('paid')
    await expectLedgerToMatch()
  })
})

describe('administrators', () => {
  it('give back a part of a paid invoice to the balance, never more than was invoiced', async () => {
    const user = await t.signIn()
    const { id } = await make.open(user.userId, 1000)
    const act = (action: string, body: object = {}) =>
      admin.send('POST', `/api/admin/invoices/${id}/${action}`, { reason: 'Agreed', ...body })
    expect((await act('paid')).body.data.attributes.status).toBe('paid')
    expect((await act('paid')).body.code).toBe('invoice.wrong_state')
    expect((await act('void')).body.code).toBe('invoice.wrong_state')
    const created = await act('credit-notes', { amount: 240 })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      attributes: { kind: 'credit_note', total: 240, document: { corrects: { reason: 'Agreed' } } },
      relationships: { corrects: { data: { id } } },
    })
    expect(await balanceOf(db, user.userId, 'EUR')).toBe(240)
    expect((await act('credit-notes', { amount: 761 })).body.errors.amount).toHaveLength(1)
    expect((await act('credit-notes', { amount: null })).status).toBe(201)
    expect((await show(user, id)).attributes).toMatchObject({ status: 'credited', credited: 1000 })
    expect((await act('credit-notes', { amount: null })).status).toBe(422)
    const { relationships } = await show(user, id)
    expect(relationships.credit_notes.data).toHaveLength(2)
    expect(await balanceOf(db, user.userId, 'EUR')).toBe(1000)
    await expectLedgerToMatch()
  })

  it('cancel an unpaid invoice by a credit note', async () => {
    const user = await t.signIn()
    const { id } = await make.open(user.userId, 1000)
    const path = `/api/admin/invoices/${id}/void`
    expect((await admin.send('POST', path, {})).status).toBe(422)
    expect((await user.send('POST', path, { reason: 'x' })).status).toBe(403)
    expect(
      (await admin.send('POST', path, { reason: 'Double' })).body.data.attributes,
    ).toMatchObject({ status: 'void', amount_due: 0 })
    expect(await receivableOf(db, user.userId, 'EUR')).toBe(0)
    expect(await balanceOf(db, user.userId, 'EUR')).toBe(0)
  })

  it('find invoices by state, period, number and customer, in a fixed number of queries', async () => {
    const user = await t.signIn()
    const at = Date.UTC(2045, 0, 5)
    const { label } = await make.open(user.userId, 1000, { at })
    await make.open(user.userId, 0, { at })
    const list = async (query: string) =>
      (await admin.send('GET', `/api/admin/invoices?${query}`)).body.data.map(
        (row: { attributes: { label: string } }) => row.attributes.label,
      )
    expect(await list(`query=${label}`)).toEqual([label])
    expect(await list('issued_from=2045-01-05&status=paid')).toHaveLength(1)
    expect(await list('issued_from=2045-01-05&status=open')).toEqual([label])
    expect(
      await list(`query=${(await show(user, (await first(user)).id)).attributes.buyer.email}`),
    ).toHaveLength(2)
    for (const sort of ['issued_at', 'label', 'buyer', 'state', 'total', 'driver'])
      expect((await list(`sort=${sort}&direction=asc&per_page=3`)).length).toBe(3)
    const few = await t.countQueries(() => list('per_page=1'))
    const many = await t.countQueries(() => list('per_page=50'))
    expect(many.length).toBe(few.length)
  })

  it('get 404 for the invoices and transactions of a user who does not exist', async () => {
    const unknown = `/api/admin/users/${crypto.randomUUID()}`
    for (const path of [`${unknown}/invoices`, `${unknown}/transactions`])
      expect(await admin.send('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'user.not_found' },
      })
  })

  const first = async (client: typeof ann) =>
    (await client.send('GET', '/api/invoices')).body.data[0]

  it('export them as CSV in their language, without formulas', async () => {
    const user = await t.signIn()
    await user.send('PUT', '/api/user/billing-profile', { ...BILLING_PROFILE, name: '=1+1' })
    await make.open(user.userId, 1234)
    const headers = { 'accept-language': 'es' }
    const csv = await (
      await admin.fetch('/api/admin/invoices/export?query=1%2B1', { headers })
    ).text()
    const [header, row] = csv.split('\r\n')
    expect(header).toContain('Número,Documento,Estado,Cliente')
    expect(row).toContain("'=1+1")
    expect(row).toContain('12.34')
    const transactions = await admin.fetch('/api/admin/transactions/export', { headers })
    expect(await transactions.text()).toContain('Concepto,Usuario')
  })
})
