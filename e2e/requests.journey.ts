import { writeFile } from 'node:fs/promises'
import { translations } from '@coffer/contract'
import { devices, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { row } from './screen.ts'

ownServer()

const NOT_FOUND = translations.en['not_found.title']
const { userAgent, hasTouch, isMobile, deviceScaleFactor } = devices['Pixel 7']
const PHONE = {
  ...{ userAgent, hasTouch, isMobile, deviceScaleFactor },
  viewport: { width: 390, height: 844 },
}

/** By the keyboard where there is one. @returns the address that is handed out */
async function askFor(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Request files…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request files' })
  await expect(dialog.getByLabel('What for')).toBeFocused()
  await page.keyboard.type(name)
  await dialog.getByLabel('Note').fill('The signed ones, please.')
  await expectAccessible(page, 'the dialog of a new request')
  await dialog.getByLabel('Note').press('Tab')
  await dialog.getByRole('button', { name: 'Make the link' }).press('Enter')
  const made = page.getByRole('dialog', { name: 'Your request is ready' })
  const link = await made.getByLabel('Link', { exact: true }).inputValue()
  await expect(made.getByText('Open · Until')).toBeVisible()
  await made.getByRole('button', { name: 'Done' }).press('Enter')
  return new URL(link).pathname
}

async function choose(page: Page, ...paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(paths)
}

test('a request is filled on a phone, and its sender gets a receipt', async ({
  page,
  browser,
}, testInfo) => {
  const [right, wrong] = [testInfo.outputPath('contract.txt'), testInfo.outputPath('wrong.txt')]
  await writeFile(right, 'I agree.')
  await writeFile(wrong, 'Not this one.')
  await enter(page.context())
  await page.goto('/platform/files')
  const address = await askFor(page, 'Contracts')
  await expect(row(page, 'Contracts')).toBeVisible()

  const phone = await (await browser.newContext(PHONE)).newPage()
  await phone.goto(address)
  await expect(phone.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible()
  await expect(phone.getByText('The signed ones, please.')).toBeVisible()
  await choose(phone, right, wrong)
  const sent = phone.getByRole('region', { name: 'What you sent' })
  await expect(sent.getByRole('button', { name: 'Rename contract.txt' })).toBeVisible()
  await sent.getByRole('button', { name: 'Take back wrong.txt' }).click()
  await phone.getByRole('button', { name: 'Take back', exact: true }).click()
  await expect(sent.getByText('wrong.txt')).toBeHidden()
  await sent.getByRole('button', { name: 'Rename contract.txt' }).click()
  await phone.getByLabel('New name').fill('signed.txt')
  await phone.getByRole('button', { name: 'Save' }).click()
  await expect(sent.getByText('signed.txt')).toBeVisible()
  await expectAccessible(phone, 'a request that is open')

  await phone.getByRole('button', { name: 'I have sent everything' }).click()
  await phone.getByLabel('Send a receipt to').fill('sender@example.org')
  await phone.getByRole('dialog').getByRole('button', { name: 'I have sent everything' }).click()
  await expect(
    phone.getByRole('heading', { name: 'Thank you, everything has arrived' }),
  ).toBeVisible()
  const receipt = phone.getByRole('region', { name: 'Receipt: Contracts' })
  await expect(receipt.getByText('signed.txt')).toBeVisible()
  await expect(receipt.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible()
  await expectAccessible(phone, 'a receipt')
  await phone.context().close()

  await page.goto('/platform/files')
  await row(page, 'Contracts').dblclick()
  await expect(row(page, 'signed.txt')).toBeVisible()
})

test('two who send by one link see nothing of each other, and learn when it is closed', async ({
  page,
  browser,
  watch,
}, testInfo) => {
  watch.expectComplaint(/404|410/)
  const file = testInfo.outputPath('mine.txt')
  await writeFile(file, 'Only mine.')
  await enter(page.context())
  await page.goto('/platform/files')
  const address = await askFor(page, 'Photos')
  const [one, two] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ]
  await one.goto(address)
  await choose(one, file)
  await expect(one.getByRole('button', { name: 'Take back mine.txt' })).toBeVisible()
  await two.goto(address)
  await expect(two.getByText('Drop files here, or choose them')).toBeVisible()
  await expect(two.getByText('mine.txt')).toBeHidden()

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Request files…' }).click()
  await page.getByRole('button', { name: 'Close Photos' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const photos = page.getByRole('listitem').filter({ hasText: 'Photos' })
  await expect(photos.getByText('Filled · 1 file')).toBeVisible()
  await two.reload()
  await expect(two.getByRole('heading', { name: 'This request is closed' })).toBeVisible()
  await one.reload()
  await expect(
    one.getByRole('heading', { name: 'Thank you, everything has arrived' }),
  ).toBeVisible()
  for (const each of [one, two]) await each.context().close()
})

test('a link that is none leads nowhere', async ({ page, watch }) => {
  watch.expectComplaint(/404/)
  await page.goto(`/request/${'A'.repeat(22)}/upload`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)
})
