import type { Locator, Page } from '@playwright/test'
import { enter, putFile } from './api.ts'
import { expect, ownServer, test } from './journey.ts'
import {
  chooseFiles,
  expectFocus,
  goToTableRow,
  pick,
  press,
  pressInMenu,
  tabTo,
  typeInto,
} from './keys.ts'
import { hideCookieNotice, toast } from './screen.ts'
import { ADMIN, INSTALLED } from './server.ts'

ownServer(INSTALLED)

const PASSWORD = 'gulls above the ferry'
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.beforeEach(({ context }) => hideCookieNotice(context))

/** Chooses a value of a filter. */
async function filterBy(page: Page, filter: string, value: string): Promise<void> {
  const filters = page.getByRole('group', { name: 'Filters' })
  await press(page, filters.getByRole('button', { name: new RegExp(`^${filter}`) }))
  const entry = page.getByRole('menuitemradio', { name: value, exact: true })
  await expect(entry).toBeVisible()
  await tabTo(page, entry, 'ArrowDown')
  await page.keyboard.press('Enter')
}

test('an admin creates, limits, suspends and deletes users by keyboard alone', async ({
  page,
  context,
}) => {
  test.slow()
  await enter(context, ADMIN)
  await page.goto('/admin/users')
  const users = grid(page, 'Users')
  await expect(users).toContainText(ADMIN.email)

  await test.step('create a user', async () => {
    await press(page, page.getByRole('link', { name: 'Create' }))
    await typeInto(page, page.getByLabel('Name', { exact: true }), 'Nora Quay')
    await typeInto(page, page.getByLabel('Email', { exact: true }), 'nora@example.org')
    await tabTo(page, page.getByRole('radio', { name: /^Send an invitation/ }))
    await page.keyboard.press('ArrowDown')
    await typeInto(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD)
    await press(page, button(page, 'Create'))
    await expect(heading(page, 'Nora Quay')).toBeVisible()
    await expectFocus(page)
  })

  await test.step('import two more', async () => {
    await page.goto('/admin/users')
    await press(page, button(page, 'Import'))
    const buffer = Buffer.from(
      'email,name\nines@example.org,Ines Pier\nolaf@example.org,Olaf Pier\n',
    )
    await expect(button(dialog(page), 'Choose a CSV file…')).toBeFocused()
    await chooseFiles(page, () => page.keyboard.press('Enter'), {
      name: 'users.csv',
      mimeType: 'text/csv',
      buffer,
    })
    await press(page, button(dialog(page), 'Import 2 users'))
    await expect(dialog(page).getByText('2 users imported', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expectFocus(page)
  })

  await test.step('find, select and limit', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('pier')
    await expect(page).toHaveURL(/query=pier/)
    await expect(users.locator('tbody tr')).toHaveCount(2)
    await goToTableRow(page, users, 'Ines Pier')
    await page.keyboard.press('Space')
    await goToTableRow(page, users, 'Olaf Pier')
    await page.keyboard.press('Space')
    await press(page, button(page.getByRole('toolbar'), 'Storage limit'))
    await typeInto(page, dialog(page).getByLabel('Limit in GB'), '7')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('2 users changed', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expectFocus(page)
  })

  await test.step('suspend with the menu of a row', async () => {
    await page.goto('/admin/users')
    await goToTableRow(page, users, 'Nora Quay')
    await page.keyboard.press('Shift+F10')
    const entry = page.getByRole('menuitem', { name: 'Suspend' })
    await expect(entry).toBeVisible()
    await tabTo(page, entry, 'ArrowDown')
    await page.keyboard.press('Enter')
    await typeInto(page, dialog(page).getByLabel('Reason'), 'Under review.')
    await press(page, button(dialog(page), 'Suspend'))
    await expect(toast(page, 'User suspended')).toBeVisible()
    await expectFocus(page)
    await filterBy(page, 'State', 'Suspended')
    await expect(users.locator('tbody tr')).toHaveCount(1)
  })

  await test.step('open and delete', async () => {
    await goToTableRow(page, users, 'Nora Quay')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Nora Quay')).toBeVisible()
    await press(page, page.getByRole('link', { name: 'Delete', exact: true }))
    await typeInto(page, page.getByLabel('Type Nora Quay to confirm'), 'Nora Quay')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Deleted Nora Quay')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/users/)
  })
})

test('an admin reads the dashboard and the audit log by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await putFile(context, 'crane.txt')
  await page.goto('/admin/dashboard')
  const plot = page.getByRole('slider', { name: /^Uploads and downloads/ })
  await expect(plot).toBeVisible()
  await tabTo(page, plot)
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuetext', /uploaded/)
  const problem = page.getByRole('listitem').filter({ hasText: 'No mail server' })
  await press(page, problem.getByRole('link', { name: 'Set up' }), 'Shift+Tab')
  await expect(page).toHaveURL('/admin/settings/environment')
  await expect(heading(page, 'Environment')).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Audit log' }))
  const log = grid(page, 'Audit log')
  await expect(log).toContainText('signed in with a password')
  await filterBy(page, 'Action', 'Server')
  await expect(log).not.toContainText('signed in')
  await goToTableRow(page, log, 'This server was installed')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('dialog', { name: /^Entry \d+$/ })
  await expect(entry).toContainText('server.installed')
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expectFocus(page)
  const download = page.waitForEvent('download')
  await press(page, button(page, 'Export JSON'), 'Shift+Tab')
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
})

test('an admin creates, orders and deletes document types by keyboard alone', async ({
  page,
  context,
}) => {
  await enter(context, ADMIN)
  await page.goto('/admin/documents')
  await press(page, page.getByRole('link', { name: 'New document type' }).first())
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Invoice')
  const field = (number: number) => page.getByRole('group', { name: `Field ${number}` })
  await press(page, button(page, 'Add field'))
  await expect(field(1).getByLabel('Field name')).toBeFocused()
  await page.keyboard.type('Amount')
  await pick(page, field(1).getByLabel('Type'), 'Number')
  await press(page, button(page, 'Add field'))
  await expect(field(2).getByLabel('Field name')).toBeFocused()
  await page.keyboard.type('State')
  await pick(page, field(2).getByLabel('Type'), 'Choice')
  await tabTo(page, field(2).getByLabel('Options'))
  await page.keyboard.type('Open')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Paid')
  await tabTo(page, button(page, 'Move State'), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('State is now at position 1 of 2')).toBeAttached()
  await expect(button(page, 'Move State')).toBeFocused()
  await press(page, button(page, 'Create'), 'Shift+Tab')
  await expect(toast(page, 'Created Invoice')).toBeVisible()
  await expectFocus(page)

  await page.goto('/admin/documents')
  await goToTableRow(page, page.getByRole('grid'), 'Invoice')
  await page.keyboard.press('Shift+F10')
  const entry = page.getByRole('menuitem', { name: 'Delete' })
  await expect(entry).toBeVisible()
  await tabTo(page, entry, 'ArrowDown')
  await page.keyboard.press('Enter')
  await press(page, button(page.getByRole('main'), /^Delete/))
  await expect(toast(page, 'Deleted Invoice')).toBeVisible()
  await expectFocus(page)
})

test('an admin writes, orders and deletes a page by keyboard alone', async ({ page, context }) => {
  await enter(context, ADMIN)
  await page.goto('/admin/pages')
  await press(page, page.getByRole('link', { name: 'Create page' }))
  await typeInto(page, page.getByLabel('Address'), 'about-us')
  await typeInto(page, page.getByLabel('Title'), 'About us')
  await pick(page, page.getByLabel('Visibility'), 'Public')
  const content = page.getByRole('textbox', { name: 'Content' })
  await typeInto(page, content, 'Who we are')
  await page.keyboard.press('ControlOrMeta+A')
  await press(page, button(page, 'Heading'), 'Shift+Tab')
  await expect(content).toHaveValue('## Who we are')
  await expect(page.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
  await press(page, button(page, 'Create page'), 'Shift+Tab')
  await expect(toast(page, 'Page created')).toBeVisible()
  await expectFocus(page)

  await page.goto('/admin/pages')
  const pages = grid(page, 'Pages')
  await goToTableRow(page, pages, 'About us')
  await pressInMenu(page, button(page, 'Actions for About us'), 'Move up')
  await expectFocus(page)
  await goToTableRow(page, pages, 'About us')
  await pressInMenu(page, button(page, 'Actions for About us'), 'Delete')
  await press(page, button(dialog(page), 'Delete'))
  await expect(toast(page, 'Page deleted')).toBeVisible()
  await expect(pages).not.toContainText('About us')
  await expectFocus(page)
})
