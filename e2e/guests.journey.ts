import { randomBytes } from 'node:crypto'
import { revokeShares } from '@coffer/contract/shares'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { NOT_FOUND } from './addresses.ts'
import { call, enter, makeFolder, makeLink, putFile } from './api.ts'
import { hash, saved } from './data-exports.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, row } from './screen.ts'

const coffer = sharedServer()

/** A browser without a session. */
async function requestGuestId(browser: Browser, width = 1440): Promise<Page> {
  const context = await browser.newContext({
    baseURL: coffer().origin,
    viewport: { width, height: 900 },
  })
  return context.newPage()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const picture = async (page: Page): Promise<Buffer> => page.screenshot({ type: 'png' })

test('a guest unlocks a share, views a picture and downloads', async ({
  browser,
  context,
  page: owners,
  watch,
}) => {
  watch.expectComplaint(/401/)
  await enter(context)
  const folder = await makeFolder(context, 'Harbour', { emoji: '⚓' })
  const inner = await makeFolder(context, 'Letters', { parent_id: folder.id })
  const pier = await picture(owners)
  await putFile(context, 'pier.png', { parentId: folder.id, content: pier })
  const ink = randomBytes(5000).toString('hex')
  await putFile(context, 'ink.txt', { parentId: inner.id, content: ink })
  const deep = await makeFolder(context, 'Größe & Maße', { parent_id: inner.id })
  const numbers = randomBytes(2_000_000)
  await putFile(context, '日本.bin', { parentId: deep.id, content: numbers })
  const { token } = await makeLink(context, folder, { isPassword: true, password: 'open sesame' })

  const page = await requestGuestId(browser)
  await page.goto(`/share/${token}/files/${inner.id}`)
  await expect(page).toHaveURL(new RegExp(`/share/${token}/authenticate`))
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Incorrect password/)).toBeVisible()
  await page.keyboard.type('open sesame')
  await page.keyboard.press('Enter')
  await expect(row(page, 'ink.txt')).toBeVisible()

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Harbour').click()
  await expect(heading(page, 'Harbour')).toBeVisible()
  await expect(page.getByText(/Shared by Ada Marlow · 2 items/)).toBeVisible()
  await row(page, 'pier.png').dblclick()
  const preview = page.getByRole('dialog', { name: /pier.png/ })
  await expect(preview.getByRole('img').first()).toBeVisible()
  const one = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Download' }).click()
  expect((await one).suggestedFilename()).toBe('pier.png')
  await page.keyboard.press('Escape')

  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  expect(await saved(await archive)).toEqual({
    'pier.png': hash(pier),
    'Letters/ink.txt': hash(ink),
    'Letters/Größe & Maße/日本.bin': hash(numbers),
  })

  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('searchbox').fill('ink')
  const hits = page.getByRole('list', { name: /Results for/ })
  await expect(hits.getByRole('button', { name: /ink\.txt/ })).toBeVisible()
  await page.context().close()
})

test('an open page shows when its link expires', async ({ browser, context, watch }) => {
  watch.expectComplaint(/404/)
  await enter(context)
  const folder = await makeFolder(context, 'Short')
  const inner = await makeFolder(context, 'Further', { parent_id: folder.id })
  const { token } = await makeLink(context, folder)
  const page = await requestGuestId(browser)
  await page.goto(`/share/${token}`)
  await expect(row(page, 'Further')).toBeVisible()
  await call(context, revokeShares, { body: { tokens: [token] } })
  await row(page, inner.attributes.name).dblclick()
  await expect(heading(page, NOT_FOUND)).toBeVisible()
  await page.context().close()
})

test('the remaining downloads of a limited link update after a download', async ({
  browser,
  context,
}) => {
  await enter(context)
  const file = await putFile(context, 'thrice.txt')
  const link = await makeLink(context, file, { download_limit: 3 })
  const page = await requestGuestId(browser)
  await page.goto(`/share/${link.token}`)
  for (const remaining of ['3 downloads left', '2 downloads left', '1 download left']) {
    // Reloads before the automatic refresh.
    await expect(page.getByText(remaining)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).first().click()
    await (await download).path()
  }
  await page.context().close()
})

test('a link at its download limit shows a message', async ({ browser, context, watch }) => {
  watch.expectComplaint(/410/)
  await enter(context)
  const file = await putFile(context, 'once.txt')
  const link = await makeLink(context, file, { download_limit: 1 })
  const first = await requestGuestId(browser)
  await first.goto(`/share/${link.token}`)
  await expect(first.getByText(/1 download left/)).toBeVisible()
  const download = first.waitForEvent('download')
  await first.getByRole('button', { name: 'Download' }).first().click()
  await (await download).path()
  const other = await requestGuestId(browser)
  await other.goto(`/share/${link.token}`)
  await expect(heading(other, 'Download limit reached')).toBeVisible()
  await first.context().close()
  await other.context().close()
})

test('guest pages are accessible, by keyboard and on a phone', async ({
  browser,
  context,
  watch,
}) => {
  watch.expectComplaint(/404/)
  await enter(context)
  const folder = await makeFolder(context, 'Open')
  const inner = await makeFolder(context, 'Deeper', { parent_id: folder.id })
  const file = await putFile(context, 'note.txt', { parentId: inner.id })
  const open = await makeLink(context, folder, { permission: 'editor' })
  const single = await makeLink(context, file)
  const locked = await makeLink(context, inner, { isPassword: true, password: 'open sesame' })
  for (const width of [1440, 390]) {
    const page = await requestGuestId(browser, width)
    await page.goto(`/share/${open.token}`)
    await expect(row(page, 'Deeper')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cookie policy' })).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Cookies' })).toHaveCount(0)
    await expectAccessible(page, 'a shared folder')
    await list(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Deeper')).toBeVisible()
    await expect(row(page, 'note.txt')).toBeVisible()
    await expectAccessible(page, 'a folder further down')
    await page.getByRole('searchbox').fill('note')
    await expect(page.getByRole('list', { name: /Results for/ })).toBeVisible()
    await expectAccessible(page, 'search results')
    await page.goto(`/share/${single.token}`)
    await expect(heading(page, 'note.txt')).toBeVisible()
    await expectAccessible(page, 'a shared file')
    await page.goto(`/share/${locked.token}`)
    await expect(heading(page, 'Enter the password')).toBeVisible()
    await expectAccessible(page, 'a locked link')
    await page.goto('/share/aaaaaaaaaaaaaaaaaaaaaa')
    await expect(heading(page, NOT_FOUND)).toBeVisible()
    await expectAccessible(page, 'an unknown link')
    await page.context().close()
  }
})
