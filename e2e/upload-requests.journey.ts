import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from '@coffer/contract'
import { removeItems } from '@coffer/contract/trash'
import {
  closeUploadRequest,
  createUploadRequest,
  type UploadRequest,
} from '@coffer/contract/upload-requests'
import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { NOT_FOUND } from './addresses.ts'
import { ADA, call, enter, everythingIn, makeFolder } from './api.ts'
import { seedTypes } from './document-types.ts'
import { emailTo } from './emails.ts'
import { hashOf, writeRandom } from './folder-on-disk.ts'
import { expect, ownServer, test } from './journey.ts'
import { chooseFiles, press, tabTo } from './keys.ts'
import { expectNothingTwice, half, keepLedger, SIZE, slowDown } from './large-upload.ts'
import { choose, dropFromDesktop, list, row, toast, tray } from './screen.ts'

const coffer = ownServer()
test.beforeAll(() => seedTypes(coffer()))

const { userAgent, hasTouch, isMobile, deviceScaleFactor } = devices['Pixel 7']
const PHONE = {
  userAgent,
  hasTouch,
  isMobile,
  deviceScaleFactor,
  viewport: { width: 390, height: 844 },
}
const SENDER = 'sender@example.org'

const requestGuestId = async (browser: Browser, how: object = {}): Promise<Page> =>
  (await browser.newContext({ baseURL: coffer().origin, ...how })).newPage()

const requestRow = async (
  context: BrowserContext,
  body: Partial<Request<typeof createUploadRequest>['body']>,
): Promise<UploadRequest> => (await call(context, createUploadRequest, { body })).data

const addressOf = ({ attributes }: UploadRequest) => new URL(attributes.link).pathname
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const sent = (page: Page) => page.getByRole('region', { name: 'Sent files' })
const checklist = (page: Page) => page.getByRole('region', { name: 'Requested documents' })

async function folderOnDisk(place: string): Promise<string> {
  const scans = join(place, 'scans')
  await mkdir(join(scans, 'back'), { recursive: true })
  await writeFile(join(scans, 'front.txt'), 'The front.')
  await writeFile(join(scans, 'back/page.txt'), 'The back.')
  return scans
}

/** Fills in the form, by keyboard on large screens. @returns the link */
async function askFor(page: Page, name: string, wanted: readonly string[]): Promise<string> {
  await button(page, 'New').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Request files…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request files' })
  await expect(dialog.getByLabel('Request title')).toBeFocused()
  await page.keyboard.type(name)
  await dialog.getByLabel('Note').fill('The signed ones, please.')
  for (const document of wanted)
    await dialog.getByLabel('Requested documents').selectOption({ label: document })
  await dialog.getByLabel('Send the link to').fill(SENDER)
  await expectAccessible(page, 'the dialog of a new request')
  await button(page, 'Create link').press('Enter')
  const createdDialog = page.getByRole('dialog', { name: 'Your request is ready' })
  const link = await createdDialog.getByLabel('Link', { exact: true }).inputValue()
  await expectAccessible(page, 'a created request')
  await button(page, 'Done').press('Enter')
  return new URL(link).pathname
}

test('a request is filled on a phone, also after a reload, and the sender gets a receipt', async ({
  page,
  browser,
  watch,
}, testInfo) => {
  const contract = testInfo.outputPath('contract.txt')
  const film = testInfo.outputPath('film.bin')
  await writeFile(contract, 'I agree.')
  await writeRandom(film, SIZE)
  const scans = await folderOnDisk(testInfo.outputPath())
  await enter(page.context())
  await page.goto('/platform/files')
  const address = await askFor(page, 'Contracts', ['Contract', 'Letter'])
  await expect(row(page, 'Contracts')).toBeVisible()
  expect(await emailTo(coffer(), SENDER, /Ada Marlow/)).toContain(address)

  const phone = await requestGuestId(browser, PHONE)
  await phone.goto(address)
  await expect(heading(phone, 'Contracts')).toBeVisible()
  await expect(phone.getByText('The signed ones, please.')).toBeVisible()
  await expect(checklist(phone).getByRole('status')).toHaveText('2 still missing')
  await expectAccessible(phone, 'a request without files')
  await choose(phone, button(phone, 'Choose a file for Contract'), contract)
  await expect(checklist(phone).getByRole('status')).toHaveText('1 still missing')
  await expect(row(phone, 'contract.txt')).toBeVisible()

  await choose(phone, button(phone, 'Choose folder'), scans)
  await expect(row(phone, 'scans')).toBeVisible()
  await expect(sent(phone).getByText(/^3 files/)).toBeVisible()
  await row(phone, 'scans').tap()
  await expect(phone).toHaveURL(new RegExp(`${address}/[0-9a-f-]{36}$`))
  await expect(heading(phone, 'scans')).toBeVisible()
  await expect(row(phone, 'back')).toBeVisible()
  await phone.reload()
  await expect(row(phone, 'front.txt')).toBeVisible()
  await expectAccessible(phone, 'a folder of a request')
  await phone.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Contracts').click()
  await expect(row(phone, 'contract.txt')).toBeVisible()

  const ledger = keepLedger(phone)
  await slowDown(phone, 12_000_000)
  await choose(phone, button(phone, 'Choose files'), film)
  await tray(phone).getByRole('button', { name: 'Show all uploads' }).click()
  await half(phone, 'film.bin')
  await phone.reload()
  expect(watch.dialogs, 'leaving warns').toContain('beforeunload')
  await expect(tray(phone).getByText('1 upload can continue')).toBeVisible()
  await choose(phone, tray(phone).getByRole('button', { name: 'Choose files' }), film)
  await expect(row(phone, 'film.bin')).toBeVisible()
  expectNothingTwice(ledger)
  await expectAccessible(phone, 'a request with files')

  await button(phone, 'I’ve sent everything').click()
  await expect(phone.getByText('1 requested document is still missing.')).toBeVisible()
  await expectAccessible(phone, 'the end of a request')
  await phone.getByLabel('Send a receipt to').fill(SENDER)
  await phone.getByRole('dialog').getByRole('button', { name: 'I’ve sent everything' }).click()
  await expect(heading(phone, 'Thank you, your files have arrived')).toBeVisible()
  const gap = phone.getByRole('region', { name: 'Requested documents you didn’t send' })
  await expect(gap.getByRole('listitem')).toHaveText(['Letter'])
  const receipt = phone.getByRole('region', { name: 'Receipt: Contracts' })
  await expect(receipt.getByText('SHA-256')).toHaveCount(0)
  await receipt.getByRole('button', { name: 'Details' }).tap()
  await expect(receipt.getByText(`SHA-256 ${await hashOf(film)}`)).toBeVisible()
  await expect(receipt.getByText('4 files')).toBeVisible()
  await expectAccessible(phone, 'a receipt')
  await phone.context().close()

  const receiptEmail = await emailTo(coffer(), SENDER, /receipt/i)
  for (const file of [contract, film, join(scans, 'front.txt')])
    expect(receiptEmail).toContain(await hashOf(file))
  for (const words of ['contract.txt', 'film.bin', 'front.txt', '8 B'])
    expect(receiptEmail).toContain(words)
  expect(await emailTo(coffer(), ADA.email, /Contracts/)).toContain('4 files')
  const all = await everythingIn(page.context())
  expect(all.map(({ path }) => path).sort()).toEqual([
    ...['Contracts', 'Contracts/contract.txt', 'Contracts/film.bin', 'Contracts/scans'],
    ...['Contracts/scans/back', 'Contracts/scans/back/page.txt', 'Contracts/scans/front.txt'],
  ])
})

test('sent files are organised and deleted by keyboard alone', async ({
  context,
  browser,
}, testInfo) => {
  const [right, wrong] = [testInfo.outputPath('right.txt'), testInfo.outputPath('wrong.txt')]
  await writeFile(right, 'This one.')
  await writeFile(wrong, 'Not this one.')
  await enter(context)
  const request = await requestRow(context, { name: 'Drafts' })
  const page = await requestGuestId(browser)
  await page.goto(addressOf(request))
  const pick = button(page, 'Choose files')
  await expect(pick).toBeEnabled()
  await chooseFiles(page, () => press(page, pick), wrong)
  await expect(row(page, 'wrong.txt')).toBeVisible()
  await tabTo(page, list(page))
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete “wrong.txt”?' })
  await tabTo(page, question.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(sent(page)).toBeHidden()
  await expect(button(page, 'I’ve sent everything')).toBeHidden()

  await chooseFiles(page, () => press(page, pick), right)
  await expect(row(page, 'right.txt')).toBeVisible()
  await tabTo(page, list(page))
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: /New name/ })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('signed.txt')
  await page.keyboard.press('Enter')
  await expect(row(page, 'signed.txt')).toBeVisible()
  await tabTo(page, button(page, 'I’ve sent everything'))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Send a receipt to')).toBeFocused()
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /everything/ }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Thank you, everything has arrived')).toBeVisible()
  await expect(page.getByRole('region', { name: /Receipt/ }).getByText('signed.txt')).toBeVisible()
  await page.context().close()
})

test('sent files are moved to folders', async ({ context, browser }) => {
  await enter(context)
  const request = await requestRow(context, { name: 'Sorted' })
  const page = await requestGuestId(browser)
  await page.goto(addressOf(request))
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await choose(page, button(page, 'Choose files'), [file('a.txt'), file('b.txt')])
  await expect(row(page, 'a.txt')).toBeVisible()
  await expect(row(page, 'b.txt')).toBeVisible()
  await button(page, 'New folder').click()
  const field = page.getByRole('textbox', { name: 'Name of the new folder' })
  await field.fill('Signed')
  await field.press('Enter')
  await expect(row(page, 'Signed')).toBeVisible()
  await row(page, 'a.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog', { name: /Move/ })
  await dialog.getByRole('treeitem', { name: 'Signed' }).click()
  await dialog.getByRole('button', { name: 'Move to Signed' }).click()
  await expect(row(page, 'a.txt')).toBeHidden()
  await row(page, 'b.txt').getByText('b.txt').dragTo(row(page, 'Signed').getByText('Signed'))
  await expect(row(page, 'b.txt')).toBeHidden()
  await row(page, 'Signed').dblclick()
  await expect(row(page, 'a.txt')).toBeVisible()
  await expect(row(page, 'b.txt')).toBeVisible()
  const paths = (await everythingIn(context, request.attributes.folder_id)).map(({ path }) => path)
  expect(paths.sort()).toEqual(['Signed', 'Signed/a.txt', 'Signed/b.txt'])
  await page.context().close()
})

// S12
test("two guests of one link do not see each other's files, and see when it closes", async ({
  context,
  browser,
  watch,
}, testInfo) => {
  watch.expectComplaint(/404|410/)
  const scans = await folderOnDisk(testInfo.outputPath())
  await enter(context)
  const request = await requestRow(context, { name: 'Photos' })
  const [one, two] = [await requestGuestId(browser), await requestGuestId(browser)]
  await one.goto(addressOf(request))
  await expect(button(one, 'Choose files')).toBeEnabled()
  await dropFromDesktop(one, one.getByRole('region', { name: 'Send files' }), scans)
  await expect(row(one, 'scans')).toBeVisible()
  await row(one, 'scans').dblclick()
  await expect(row(one, 'front.txt')).toBeVisible()

  await two.goto(addressOf(request))
  await expect(two.getByText('Drop files here, or choose them')).toBeVisible()
  await expect(sent(two)).toBeHidden()
  await two.goto(new URL(one.url()).pathname)
  await expect(two.getByText('Folder not found')).toBeVisible()
  await two.getByRole('link', { name: 'Back to sent files' }).click()
  await choose(two, button(two, 'Choose folder'), scans)
  await expect(row(two, 'scans (2)')).toBeVisible()
  await expect(row(two, 'scans')).toBeHidden()

  await call(context, closeUploadRequest, { params: { id: request.id } })
  await row(two, 'scans (2)').dblclick()
  await expect(heading(two, 'Thank you, everything has arrived')).toBeVisible()
  await one.reload()
  await expect(heading(one, 'Thank you, everything has arrived')).toBeVisible()
  const three = await requestGuestId(browser)
  await three.goto(addressOf(request))
  await expect(heading(three, 'This request is closed')).toBeVisible()
  await expectAccessible(three, 'a closed request')
  for (const each of [one, two, three]) await each.context().close()
})

test('a closed, an expired and a full request say so', async ({ context, browser }) => {
  await enter(context)
  const over = await requestRow(context, { name: 'Too late' })
  await call(context, closeUploadRequest, { params: { id: over.id } })
  const page = await requestGuestId(browser)
  await page.goto(addressOf(over))
  await expect(heading(page, 'This request is closed')).toBeVisible()
  const trashed = await requestRow(context, { name: 'Not needed' })
  const id = trashed.attributes.folder_id ?? ''
  await call(context, removeItems, { body: { items: [{ id, type: 'folder' }] } })
  await page.goto(addressOf(trashed))
  await expect(heading(page, 'This request has expired')).toBeVisible()
  await expectAccessible(page, 'a request that has expired')
  const small = await requestRow(context, {
    name: 'Just one',
    max_files: 1,
    allowed_types: ['pdf'],
  })
  await page.goto(addressOf(small))
  await expect(page.getByText(/Up to 1 more file · Only \.pdf/)).toBeVisible()
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(name) })
  await choose(page, button(page, 'Choose files'), [file('note.txt')])
  await expect(tray(page).getByText('1 file was rejected')).toBeVisible()
  await choose(page, button(page, 'Choose files'), [file('one.pdf')])
  await expect(page.getByText('This request is full')).toBeVisible()
  await expect(button(page, 'Choose files')).toBeDisabled()
  await page.context().close()
})

test('requests are created from a folder, its details and the spotlight, and edited', async ({
  page,
}) => {
  await enter(page.context())
  const folder = await makeFolder(page.context(), 'Customers')
  await page.goto('/platform/files')
  await row(page, 'Customers').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Request files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request files' })
  await dialog.getByLabel('Request title').fill('Invioces')
  await dialog.getByText('Limits', { exact: true }).click()
  await dialog.getByLabel('File limit').fill('few')
  await dialog.getByLabel('Total size limit').fill('1,5')
  await dialog.getByLabel('Size unit').selectOption('GB')
  await button(page, 'Create link').click()
  await expect(dialog.getByText('Enter a whole number from 1.')).toBeVisible()
  await dialog.getByLabel('File limit').fill('12')
  await expectAccessible(page, 'limits of a request')
  await button(page, 'Create link').click()
  const createdDialog = page.getByRole('dialog', { name: 'Your request is ready' })
  await expect(createdDialog.getByRole('link', { name: 'Invioces' })).toBeVisible()

  await button(page, 'Edit Invioces').click()
  const change = page.getByRole('dialog', { name: 'Edit request' })
  await expect(change.getByLabel('Total size limit')).toHaveValue('1500')
  await change.getByLabel('Request title').fill('Invoices')
  await change.getByLabel('Note').fill('Of May.')
  await change.getByLabel('Expires after').selectOption({ label: '30 days from now' })
  await change.getByLabel('File limit').fill('')
  await change.getByLabel('Requested documents').selectOption({ label: 'Letter' })
  await expectAccessible(page, 'an edited request')
  await button(page, 'Save').click()
  await expect(toast(page, 'Request updated')).toBeVisible()
  const mine = page.getByRole('listitem').filter({ hasText: 'Invoices' })
  await expect(mine.getByText('1 document missing')).toBeVisible()
  await page.getByRole('link', { name: 'Invoices' }).click()
  // The folder keeps its original name.
  await expect(page.getByRole('heading', { level: 1, name: 'Invioces' })).toBeVisible()
  const details = page.getByRole('complementary')
  await expect(details.getByText('File request')).toBeVisible()
  await expect(details.getByText(/^Open · 1 document missing/)).toBeVisible()

  await page.goto(`/platform/files/${folder.id}`)
  await row(page, 'Invioces').waitFor()
  await details.getByRole('button', { name: 'Request', exact: true }).click()
  await button(page, 'Close Invoices').click()
  await button(page, 'Close').click()
  await expect(mine.getByText('Filled')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Search files/ })).toBeFocused()
  await page.keyboard.type('request files')
  await page.getByRole('option', { name: 'Request files…' }).click()
  await expect(dialog.getByLabel('Request title')).toBeFocused()
})

test('an unknown request is not found', async ({ page, watch }) => {
  watch.expectComplaint(/404/)
  await page.goto(`/request/${'A'.repeat(22)}/upload`)
  await expect(heading(page, NOT_FOUND)).toBeVisible()
  await expectAccessible(page, 'an unknown request')
})
