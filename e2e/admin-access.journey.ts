import { listUsers, setRole } from '@coffer/contract/admin-users'
import { signIn } from '@coffer/contract/auth'
import { updateSettings } from '@coffer/contract/settings'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, join, makeLink, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN } from './server.ts'

const coffer = ownServer()

const found = async (context: BrowserContext, query: string) =>
  (await call(context, listUsers, { query: { query } as never })).data

async function setRoleOf(context: BrowserContext, email: string, role: 'admin' | 'user') {
  const [user] = await found(context, email)
  await call(context, setRole, { params: { id: user?.id ?? '' }, body: { role } })
}

test('an admin whose role another admin takes is refused at the next request', async ({
  page,
  context,
  browser,
  watch,
}) => {
  watch.expectComplaint(/status of 40[13]|WebSocket/)
  await enter(context, ADMIN)
  const other = await browser.newContext({ baseURL: coffer().origin })
  await join(other, BEN)
  await setRoleOf(context, BEN.email, 'admin')
  await call(other, signIn, { body: { email: BEN.email, password: BEN.password } })
  const theirs = await other.newPage()
  await theirs.goto('/admin/users')
  await expect(theirs.getByRole('grid', { name: 'Users' })).toContainText(ADMIN.email)

  await setRoleOf(context, BEN.email, 'user')
  const refused = await other.request.get('/api/admin/users', {
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  expect([401, 403]).toContain(refused.status())
  // Without a request of theirs, and without a reload.
  await expect(theirs.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(theirs.getByText(ADMIN.email)).toHaveCount(0)
  await expect(theirs.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await expectAccessible(theirs, 'the admin area without the role')

  // The same without the event that notifies the page of it.
  await setRoleOf(context, BEN.email, 'admin')
  await call(other, signIn, { body: { email: BEN.email, password: BEN.password } })
  const silent = await other.newPage()
  await silent.routeWebSocket(/\/api\/live/, socket => socket.close())
  await silent.goto('/admin/users')
  await expect(silent.getByRole('grid', { name: 'Users' })).toContainText(ADMIN.email)
  await setRoleOf(context, BEN.email, 'user')
  // A request of the page itself may be refused before the click.
  const refusal = silent.getByRole('heading', { name: 'Page not found' })
  await silent.getByRole('link', { name: 'Audit log' }).or(refusal).click()
  await expect(refusal).toBeVisible()
  await silent.close()

  await theirs.goto('/platform/files')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByRole('grid')).toContainText(BEN.name)
  await other.close()
})

test('ads appear on share pages after consent, and never for users', async ({
  context,
  browser,
}) => {
  await enter(context, ADMIN)
  await call(context, updateSettings, {
    body: {
      values: {
        allowed_adsense: true,
        adsense_client_id: 'ca-pub-1234567890123456',
        adsense_banner_01: '1111111111',
        adsense_banner_02: '2222222222',
      },
    },
  })
  const { link } = await makeLink(context, await putFile(context, 'harbour.txt'))
  const visitor = await browser.newContext({ baseURL: coffer().origin })
  const guest = await visitor.newPage()
  const asked: string[] = []
  await visitor.route(/googlesyndication|doubleclick|adtrafficquality/, route => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await guest.goto(link)
  await expect(guest.getByText('harbour.txt').first()).toBeVisible()
  const cookies = guest.getByRole('region', { name: 'Cookies' })
  await expect(cookies).toBeVisible()
  await expectAccessible(guest, 'a share page that asks for consent')
  await expect(guest.locator('ins.adsbygoogle')).toHaveCount(0)
  expect(asked).toEqual([])

  await cookies.getByRole('button', { name: 'Decline' }).click()
  await expect(cookies).toBeHidden()
  await guest.reload()
  await expect(guest.getByText('harbour.txt').first()).toBeVisible()
  await expect(guest.locator('ins.adsbygoogle')).toHaveCount(0)
  expect(asked).toEqual([])

  await visitor.clearCookies()
  await guest.reload()
  await cookies.getByRole('button', { name: 'Accept' }).click()
  const ad = guest.locator('ins.adsbygoogle')
  await expect(ad).toHaveAttribute('data-ad-client', 'ca-pub-1234567890123456')
  await expect(ad).toHaveAttribute('data-ad-slot', '1111111111')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  // The address with the secret part of the link stays here.
  expect(asked.join(' ')).not.toContain(new URL(link, coffer().origin).pathname)

  const own = await context.newPage()
  await own.route(/googlesyndication/, route => {
    asked.push('by a user')
    return route.abort()
  })
  await own.goto(link)
  await expect(own.getByText('harbour.txt').first()).toBeVisible()
  await expect(own.locator('ins.adsbygoogle')).toHaveCount(0)
  await own.goto('/platform/files')
  await expect(own.getByText('harbour.txt').first()).toBeVisible()
  expect(asked).not.toContain('by a user')
  await visitor.close()
})

const file = (content: string) => ({
  name: 'users.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

test('a CSV file is checked first, names its bad rows and is then imported', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const choose = dialog.locator('input[type=file]')
  await choose.setInputFiles(
    file(
      `email,name,role\nines@example.org,Ines Pier,user\nnonsense,Bad,user\n${ADMIN.email},Ada,user\n`,
    ),
  )
  await expect(dialog.getByText('Line 3')).toBeVisible()
  await expect(dialog.getByText('Line 4')).toBeVisible()
  await expectAccessible(page, 'an import with problems')
  const importing = dialog.getByRole('button', { name: /^Import/ }).last()
  await expect(importing).toBeDisabled()
  await choose.setInputFiles(
    file('email,name,role\nines@example.org,Ines Pier,user\nolaf@example.org,Olaf Pier,user\n'),
  )
  await expect(importing).toBeEnabled()
  await expectAccessible(page, 'an import without problems')
  expect(await found(context, 'pier'), 'a check creates no user').toEqual([])
  await dialog.getByRole('switch').click()
  await importing.click()
  await expect(dialog.getByText('2 users imported', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  for (const name of ['Ines Pier', 'Olaf Pier'])
    await expect(page.getByRole('grid', { name: 'Users' })).toContainText(name)
})
