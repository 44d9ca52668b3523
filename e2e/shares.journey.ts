import { openLink, unlockLink } from '@coffer/contract/guest-shares'
import { createShare, revokeShares, type Share } from '@coffer/contract/shares'
import { type BrowserContext, devices, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { list, row, toast } from './screen.ts'

sharedServer()

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Share “/ })
const popup = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
const mark = (page: Page, name: string) =>
  row(page, name).getByRole('img', { name: /^Shared by link/ })

async function share(
  context: BrowserContext,
  { id, type }: { id: string; type: 'file' | 'folder' },
  more: Partial<Parameters<typeof call<typeof createShare>>[2]['body']> = {},
): Promise<Share['attributes']> {
  return (await call(context, createShare, { body: { id, type, ...more } })).data.attributes
}

async function openShareOf(page: Page, name: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Share…' }).click()
}

test('a folder is shared with a password and an expiry, watched, changed and unshared', async ({
  page,
  context,
  browser,
  baseURL,
  watch,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(context)
  const folder = await makeFolder(context, 'Harbour plans')
  await putFile(context, 'quay.txt', { parentId: folder.id })
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
  const guest = await browser.newContext({ ...(baseURL && { baseURL }) })
  let token = ''

  await test.step('errors appear at their fields, and input is kept', async () => {
    await openShareOf(page, 'Harbour plans')
    await dialog(page).getByRole('radio', { name: /^Edit/ }).check()
    await dialog(page).getByLabel('Expires after').selectOption('2 days')
    await dialog(page).getByLabel('Download limit').fill('none')
    await dialog(page).getByRole('switch', { name: 'Require a password' }).check()
    await dialog(page).getByRole('textbox', { name: 'Send the link to' }).fill('mira, jon@x.org')
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    await expect(dialog(page).getByText('Enter a whole number from 1')).toBeVisible()
    await expect(dialog(page).getByText('Required')).toBeVisible()
    await expect(dialog(page).getByText('mira isn’t a valid email address.')).toBeVisible()
    await expectAccessible(page, 'a rejected new link')
  })

  await test.step('a password can be generated, and is shown', async () => {
    await dialog(page).getByLabel('Download limit').fill('')
    await dialog(page).getByRole('button', { name: 'Remove mira' }).click()
    await dialog(page).getByRole('button', { name: 'Generate' }).click()
    const password = dialog(page).getByLabel('Password', { exact: true })
    await expect(password).toHaveValue(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
    await expect(password).toHaveAttribute('type', 'text')
    await password.fill('gulls at noon')
    await dialog(page).getByRole('button', { name: 'Create link' }).click()
    await expect(toast(page, 'Link created and copied')).toBeVisible()
  })

  await test.step('the same dialog then shows the link', async () => {
    const link = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
    token = link.split('/').at(-1) ?? ''
    expect(link).toBe(`${baseURL}/share/${token}`)
    await dialog(page).getByRole('button', { name: 'Copy link' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await expect(dialog(page).getByText('No activity yet.')).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: /^Edit/ })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'QR code' }).click()
    await expect(dialog(page).getByRole('img', { name: /^QR code for the link/ })).toBeVisible()
    const saved = page.waitForEvent('download')
    await dialog(page).getByRole('link', { name: 'Download as SVG' }).click()
    expect((await saved).suggestedFilename()).toBe('Harbour plans QR.svg')
    await dialog(page).getByRole('button', { name: 'Send by email' }).click()
    await dialog(page)
      .getByRole('textbox', { name: 'Send the link to' })
      .fill('eva@x.org jon@x.org')
    await dialog(page).getByRole('button', { name: 'Send', exact: true }).click()
    const sent = toast(page, 'Sent to 2 people')
    await expect(sent).toBeVisible()
    // The toast lies over the dialog and is reachable from it.
    await sent.getByRole('button', { name: 'Close' }).click()
    await expect(sent).toHaveCount(0)
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page, 'the dialog of a link')
  })

  await test.step('the link opens as guests see it', async () => {
    const opened = page.waitForEvent('popup')
    await dialog(page).getByRole('link', { name: 'View as guest' }).click()
    const other = await opened
    await expect(other).toHaveURL(new RegExp(`/share/${token}`))
    await other.close()
  })

  await test.step('the dialog shows guest activity live', async () => {
    const unlock = (password: string) =>
      call(guest, unlockLink, { params: { token }, body: { password } })
    await call(guest, openLink, { params: { token } })
    await expect(unlock('ducks at noon')).rejects.toThrow('share.password_wrong')
    await expect(dialog(page).getByText('Wrong password')).toBeVisible()
    await unlock('gulls at noon')
    await call(guest, openLink, { params: { token } })
    await expect(dialog(page).getByText('Unlocked with the password')).toBeVisible()
    await expect(dialog(page).getByText('1 visit · 0 downloads')).toBeVisible()
  })

  await test.step('every change is saved at once', async () => {
    const settings = dialog(page).getByRole('region', { name: 'Settings' })
    const saved = settings.getByText('Saved', { exact: true })
    await settings.getByLabel('Expires after').selectOption('7 days')
    await expect(saved).toBeVisible()
    await settings.getByLabel('Download limit').fill('0')
    await settings.getByLabel('Download limit').press('Enter')
    await expect(settings.getByText('Enter a whole number from 1')).toBeVisible()
    await settings.getByLabel('Download limit').fill('5')
    await settings.getByLabel('Download limit').press('Enter')
    await expect(dialog(page).getByText('1 visit · 0 of 5 downloads')).toBeVisible()
    await settings.getByRole('radio', { name: /^View/ }).check()
    await settings.getByRole('button', { name: 'Change password' }).click()
    await settings.getByLabel('New password').fill('terns at noon')
    await settings.getByRole('button', { name: 'Set password' }).click()
    await expect(settings.getByRole('button', { name: 'Change password' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('the list and the details show the state of the link', async () => {
    await expect(mark(page, 'Harbour plans')).toHaveAccessibleName(
      'Shared by link · Can view · password · expires in 7 days · 0 of 5 downloads',
    )
    const details = page.getByRole('region', { name: 'Shared by link' })
    await expect(
      details.getByText('Can view · password · 1 visit · 0 of 5 downloads'),
    ).toBeVisible()
    await details.getByRole('button', { name: 'Copy link' }).click()
    await expect(toast(page, 'Link copied').last()).toBeVisible()
    await expectAccessible(page, 'a list with shared items')
    await page.getByRole('button', { name: 'Grid' }).click()
    await expect(mark(page, 'Harbour plans')).toBeVisible()
    await page.getByRole('button', { name: 'List' }).click()
  })

  await test.step('deleted after a confirmation, it disappears everywhere', async () => {
    await page.getByRole('region', { name: 'Shared by link' }).getByLabel('Manage link').click()
    await dialog(page).getByRole('button', { name: 'Delete link' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Delete link' }).click()
    await popup(page).getByRole('button', { name: 'Delete link' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(toast(page, '1 link deleted')).toBeVisible()
    await expect(mark(page, 'Harbour plans')).toHaveCount(0)
    watch.expectComplaint(/404/)
    await expect(call(guest, openLink, { params: { token } })).rejects.toThrow('share.not_found')
  })
  await guest.close()
})

test('shared by me: states of links, and deleting several', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await enter(context)
  const used = await putFile(context, 'used.txt')
  const { token } = await share(context, used, { download_limit: 1 })
  for (const name of ['one.txt', 'two.txt'])
    await share(context, await putFile(context, name), { expiration: 24 })
  const kept = await putFile(context, 'kept.txt')
  const keptLink = await share(context, kept)
  await page.goto('/platform/my-shared-items')
  await page.getByRole('button', { name: 'Got it' }).click()

  await test.step('columns show guest activity live', async () => {
    await expect(row(page, 'used.txt').getByText('0 / 1')).toBeVisible()
    const guest = await browser.newContext({ ...(baseURL && { baseURL }) })
    await guest.request.get(`/share/${token}/direct`)
    await guest.close()
    await expect(row(page, 'used.txt').getByText('1 / 1')).toBeVisible()
    await expect(mark(page, 'used.txt')).toHaveAccessibleName(/Limit reached/)
    await expect(row(page, 'kept.txt').getByText('Never')).toBeVisible()
    await expectAccessible(page, 'shared by me')
  })

  await test.step('a link at its limit says how to reactivate it', async () => {
    await openShareOf(page, 'used.txt')
    await expect(dialog(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
    await expect(dialog(page).getByText('Raise it to reactivate the link.')).toBeVisible()
    await expect(dialog(page).getByText('Downloaded used.txt')).toBeVisible()
    await expectAccessible(page, 'the dialog of a link at its limit')
    await dialog(page).getByLabel('Download limit').fill('')
    await dialog(page).getByLabel('Download limit').press('Enter')
    await expect(dialog(page).getByText('Raise it to reactivate the link.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(mark(page, 'used.txt')).not.toHaveAccessibleName(/Limit reached/)
  })

  await test.step('the dialog opens over a preview, and returns to it', async () => {
    await row(page, 'one.txt').dblclick()
    const preview = page.getByRole('dialog', { name: 'Preview of one.txt' })
    await preview.getByRole('button', { name: 'Details' }).click()
    await preview.getByRole('button', { name: 'Manage link' }).click()
    await dialog(page).getByLabel('Download limit').fill('7')
    // Arrow keys move the cursor in the field.
    await dialog(page).getByLabel('Download limit').press('ArrowLeft')
    await dialog(page).getByLabel('Download limit').press('Enter')
    await expect(dialog(page).getByText('0 of 7 downloads')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).press('i')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(preview.getByText('0 of 7 downloads')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
  })

  await test.step('a link deleted in another window leaves the list', async () => {
    await call(context, revokeShares, { body: { tokens: [keptLink.token] } })
    await expect(row(page, 'kept.txt')).toHaveCount(0)
  })

  await test.step('several are deleted at once', async () => {
    await row(page, 'one.txt').click()
    await list(page).press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete links' }).click()
    await expect(page.getByText('Delete 3 links?')).toBeVisible()
    await popup(page).getByRole('button', { name: 'Delete links' }).click()
    await expect(toast(page, '3 links deleted')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing shared yet' })).toBeVisible()
    await expectAccessible(page, 'shared by me, empty')
  })
})

test('shares work by keyboard alone', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Tides')
  await putFile(context, 'tide.txt', { parentId: id })
  await page.goto(`/platform/files/${id}`)
  await tabTo(page, page.getByRole('button', { name: 'Got it' }))
  await page.keyboard.press('Enter')
  await tabTo(page, list(page))
  await page.keyboard.press('Home')
  await page.keyboard.press('l')
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Expires after')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Copy link' })).toBeFocused()
  await expect(dialog(page).getByLabel('Download limit')).toHaveValue('3')
  await expect(dialog(page).getByLabel('Direct download')).toHaveValue(/\/direct$/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  await expect(mark(page, 'tide.txt')).toBeVisible()
})

test('on a phone, in Spanish', async ({ browser, baseURL }) => {
  const { userAgent, hasTouch, isMobile } = devices['Pixel 7']
  const context = await browser.newContext({
    userAgent,
    hasTouch,
    isMobile,
    locale: 'es-ES',
    viewport: { width: 390, height: 844 },
    ...(baseURL && { baseURL }),
  })
  await enter(context)
  await putFile(context, 'faro.txt')
  const page = await context.newPage()
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Entendido' }).tap()
  await page.getByRole('button', { name: 'Acciones para faro.txt' }).tap()
  await page.getByRole('menuitem', { name: 'Compartir…' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Compartir «faro.txt»' })
  await sheet.getByLabel('Caduca tras').selectOption('1 hora')
  await expectAccessible(page, 'a new link on a phone')
  await sheet.getByRole('button', { name: 'Crear enlace' }).tap()
  await expect(sheet.getByText('Aún no hay actividad.')).toBeVisible()
  await expectAccessible(page, 'the dialog of a link on a phone')
  await sheet.getByRole('button', { name: 'Listo' }).tap()
  await page.getByRole('button', { name: 'Acciones para faro.txt' }).tap()
  await page.getByRole('menuitem', { name: 'Detalles' }).tap()
  const details = page.getByRole('region', { name: 'Compartido por enlace' })
  await expect(details.getByText('caduca en 1 hora')).toBeVisible()
  await details.getByRole('button', { name: 'Gestionar enlace' }).tap()
  await sheet.getByRole('button', { name: 'Eliminar enlace' }).tap()
  await expectAccessible(page, 'the confirmation before a link is deleted, on a phone')
  await page.getByRole('button', { name: 'Eliminar enlace' }).last().tap()
  await expect(sheet).toHaveCount(0)
  await expect(details.getByText('Sin compartir')).toBeVisible()
  await context.close()
})
