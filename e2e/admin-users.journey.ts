import { createUser, getUserDetail } from '@coffer/contract/admin-users'
import { signIn } from '@coffer/contract/auth'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, enter, makeLink, putFile } from './api.ts'
import { emailTo } from './emails.ts'
import { expect, ownServer, test } from './journey.ts'
import { ADMIN } from './server.ts'

const coffer = ownServer()

const PASSWORD = 'gulls above the ferry'
const table = (page: Page): Locator => page.getByRole('grid', { name: 'Users' })
const row = (page: Page, name: string): Locator =>
  table(page).getByRole('row').filter({ hasText: name })
const filters = (page: Page): Locator => page.getByRole('group', { name: 'Filters' })
const toast = (page: Page, text: string): Locator => page.getByText(text)

/** Creates a user with a password through the API. @returns the id */
async function addUser(context: BrowserContext, name: string, email: string): Promise<string> {
  const body = { name, email, password: PASSWORD }
  return (await call(context, createUser, { body } as never)).data.id
}

/** Signs a user in whom the admin created. */
const signInAs = (context: BrowserContext, email: string) =>
  call(context, signIn, { body: { email, password: PASSWORD } })

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await filters(page)
    .getByRole('button', { name: new RegExp(`^${menu}`) })
    .click()
  await page.getByRole('menuitemradio', { name: item, exact: true }).click()
}

test('an admin creates a user, who can sign in', async ({ page, context, browser }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Create' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Nora Quay')
  await page.getByLabel('Email', { exact: true }).fill('nora@example.org')
  await page.getByLabel('Set a password now').check()
  await page.getByRole('textbox', { name: 'Password' }).fill('short')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByLabel('Own limit').check()
  await page.getByLabel('Limit in GB').fill('5')
  await expectAccessible(page, 'create a user')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/admin\/user\/[\w-]+\/details$/)
  await expect(page.getByText('0 B of 5 GB')).toBeVisible()
  await expectAccessible(page, 'details of a user')

  const other = await browser.newContext({ baseURL: coffer().origin })
  const theirs = await other.newPage()
  await theirs.goto('/sign-in')
  await theirs.getByLabel('Email').fill('nora@example.org')
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await theirs.keyboard.press('Enter')
  await expect(theirs).toHaveURL(/\/platform\/files/)
  await other.close()
})

test('an admin invites people, who choose a password by email', async ({
  page,
  context,
  browser,
}) => {
  await enter(context, ADMIN)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill(`iris@example.org, ${ADMIN.email}`)
  await dialog.getByLabel('Message (optional)').fill('Welcome aboard.')
  await expectAccessible(page, 'invite dialog')
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog.getByText('Already a user')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(row(page, 'iris@example.org').getByText('Invited', { exact: true })).toBeVisible()

  const text = await emailTo(coffer(), 'iris@example.org', /invited you/)
  expect(text).toContain('Welcome aboard.')
  const [link = ''] = /http\S+/.exec(text) ?? []
  const other = await browser.newContext({ baseURL: coffer().origin })
  const theirs = await other.newPage()
  await theirs.goto(link)
  await theirs.getByLabel('New password').fill(PASSWORD)
  await theirs.getByLabel('Confirm password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save password' }).click()
  await expect(theirs.getByText('Your new password is saved.')).toBeVisible()
  await other.close()
  await page.reload()
  await expect(row(page, 'iris@example.org').getByText('Active', { exact: true })).toBeVisible()
})

test('filters, order and search are kept in the URL', async ({ page, context }) => {
  await enter(context, ADMIN)
  await addUser(context, 'Zoe Anchor', 'zoe@example.org')
  await addUser(context, 'Abel Anchor', 'abel@example.org')
  await page.goto('/admin/users')
  await choose(page, 'Role', 'User')
  await expect(page).toHaveURL(/role=user/)
  await page.keyboard.press('/')
  await page.keyboard.type('anchor')
  await expect(page).toHaveURL(/query=anchor/)
  await table(page).getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(table(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const names = table(page).locator('tbody tr')
  await expect(names).toHaveCount(2)
  await expect(names.first()).toContainText('Abel Anchor')
  await page.reload()
  await expect(names.first()).toContainText('Abel Anchor')
  await expect(filters(page).getByRole('button', { name: 'Role User' })).toBeVisible()
  await expectAccessible(page, 'list of users')

  await choose(page, 'State', 'Suspended')
  await expect(page.getByText('No results')).toBeVisible()
  await expectAccessible(page, 'no users found')
  await page.goBack()
  await expect(names).toHaveCount(2)
  await choose(page, 'State', 'Suspended')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, ADMIN.name)).toBeVisible()
})

test('the keyboard moves through the rows, selects and opens them', async ({ page, context }) => {
  await enter(context, ADMIN)
  await addUser(context, 'Kit One', 'kit1@example.org')
  await addUser(context, 'Kit Two', 'kit2@example.org')
  await page.goto('/admin/users?query=kit&sort=name&direction=asc')
  await row(page, 'Kit One').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Kit Two')).toBeFocused()
  await page.keyboard.press('Space')
  const bar = page.getByRole('toolbar')
  await expect(bar).toContainText('2 of 2 selected')
  await expectAccessible(page, 'selected users')
  await bar.getByRole('button', { name: 'Storage limit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Limit in GB').fill('7')
  const closed = Promise.withResolvers<void>()
  await page.route(/\/admin\/users\/tasks\//, async route => {
    await closed.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Change limit' }).click()
  // Closed before the task is over: the list shows its result all the same.
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
  closed.resolve()
  await expect(toast(page, '2 users changed')).toBeVisible()
  await expect(row(page, 'Kit Two')).toContainText('7 GB')
  await expect(row(page, 'Kit One')).toContainText('7 GB')
  await row(page, 'Kit Two').focus()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kit Two' })).toBeVisible()
})

test('a suspension stops the open page and the links of a user at once', async ({
  page,
  context,
  browser,
  watch,
}) => {
  watch.expectComplaint(/40[1-4]|WebSocket/)
  await enter(context, ADMIN)
  const id = await addUser(context, 'Sam Shore', 'sam@example.org')
  const other = await browser.newContext({ baseURL: coffer().origin })
  await signInAs(other, 'sam@example.org')
  const file = await putFile(other, 'tides.txt')
  const { link } = await makeLink(other, file)
  const theirs = await other.newPage()
  await theirs.goto('/platform/files')
  await expect(theirs.getByText('tides.txt')).toBeVisible()

  await page.goto(`/admin/user/${id}/details`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The account is under review.')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(toast(page, 'User suspended')).toBeVisible()
  await expect(page.getByText('The account is under review.')).toBeVisible()
  await expect(theirs).toHaveURL(/\/sign-in/)
  const guest = await browser.newPage()
  await guest.goto(link)
  await expect(guest.getByText('tides.txt')).toBeHidden()

  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('button', { name: 'Reactivate' }).last().click()
  await expect(toast(page, 'User reactivated')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByText('tides.txt').first()).toBeVisible()
  await guest.close()
  await other.close()
})

test('details, restrictions and role of a user are saved together', async ({ page, context }) => {
  await enter(context, ADMIN)
  const id = await addUser(context, 'Dora Dune', 'dora@example.org')
  await page.goto(`/admin/user/${id}/details`)
  await page.getByLabel('Last name').fill('Dunes')
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('switch', { name: 'Upload' }).click()
  await page.getByLabel('Reason').fill('Too many videos.')
  await expect(page.getByText('4 changes not saved')).toBeVisible()
  await expectAccessible(page, 'unsaved changes of a user')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Changes saved')).toBeVisible()
  const { data } = await call(context, getUserDetail, { params: { id } })
  expect(data.attributes).toMatchObject({ last_name: 'Dunes', role: 'admin' })
  expect(data.meta.admin_restrictions).toMatchObject({
    canUpload: false,
    reason: 'Too many videos.',
  })
  for (const tab of ['Storage', 'Subscription', 'Password']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectAccessible(page, `${tab} of a user`)
  }
})

test('a deleted user hands their files over', async ({ page, context, browser }) => {
  await enter(context, ADMIN)
  const id = await addUser(context, 'Lou Leaving', 'lou@example.org')
  const other = await browser.newContext({ baseURL: coffer().origin })
  await signInAs(other, 'lou@example.org')
  await putFile(other, 'handover.txt')
  await page.goto(`/admin/user/${id}/delete`)
  await expect(page.getByText('1 file with its versions')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a user…' }).click()
  await page.getByRole('combobox').fill('Ada')
  await page.getByRole('option', { name: new RegExp(ADMIN.name) }).click()
  await expect(page.getByText(`${ADMIN.name} gets the files`)).toBeVisible()
  await expectAccessible(page, 'delete a user')
  await page.getByLabel('Type Lou Leaving to confirm').fill('Lou')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('This isn’t the name of the user.')).toBeVisible()
  await page.getByLabel('Type Lou Leaving to confirm').fill('Lou Leaving')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'Deleted Lou Leaving')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users/)
  await expect(row(page, 'Lou Leaving')).toBeHidden()
  await other.close()
})

test('on a phone users are cards, filters a sheet and actions a bar below', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(context, ADMIN)
  await addUser(context, 'Pia Phone', 'pia@example.org')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' })
  await sheet.getByLabel('Role').selectOption('user')
  await expectAccessible(page, 'filters on a phone')
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await expect(page.getByText(ADMIN.email)).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select Pia Phone' }).check()
  await expect(page.getByRole('toolbar')).toBeVisible()
  await expectAccessible(page, 'users on a phone')
  await page.getByRole('link', { name: /Pia Phone/ }).click()
  await expect(page.getByRole('heading', { name: 'Pia Phone' })).toBeVisible()
  await expectAccessible(page, 'a user on a phone')
})
