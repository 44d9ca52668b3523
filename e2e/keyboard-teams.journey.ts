import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, enter, everythingIn, join, makeFolder, putFile } from './api.ts'
import { emailTo } from './emails.ts'
import { expect, sharedServer, test } from './journey.ts'
import {
  expectFocus,
  goToRow,
  pick,
  press,
  pressBranch,
  pressInMenu,
  pressInRowMenu,
  tabTo,
  typeInto,
} from './keys.ts'
import { list, row, toast } from './screen.ts'

const server = sharedServer()

const main = (page: Page) => page.getByRole('main')
const membersDialog = (page: Page) => page.getByRole('dialog', { name: 'Members of Crew' })

test('a team folder is created, filled, changed, left and unshared by keyboard alone', async ({
  page,
  browser,
  watch,
}) => {
  const ben = await (await browser.newContext({ baseURL: server().origin })).newPage()
  await join(ben.context(), BEN)
  await enter(page.context())
  await page.goto('/platform/team-folders')

  await test.step('create it and invite members', async () => {
    await expect(page.getByText('No team folders yet')).toBeVisible()
    await press(page, main(page).getByRole('button', { name: 'New team folder' }).first())
    const dialog = page.getByRole('dialog', { name: 'New team folder' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Crew')
    await typeInto(page, dialog.getByLabel('Invite by email'), `mia@example.org, ${BEN.email}`)
    await page.keyboard.press('Enter')
    await pick(page, dialog.getByLabel(`Permission of ${BEN.email}`), 'Can view')
    await press(page, dialog.getByRole('button', { name: 'Remove mia@example.org' }))
    await expect(dialog.getByText('mia@example.org')).toHaveCount(0)
    await expectFocus(page)
    await press(page, dialog.getByRole('button', { name: 'Create and invite' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Crew' })).toBeVisible()
    await expectFocus(page)
  })

  await test.step('join from the email', async () => {
    const text = await emailTo(server(), BEN.email, /Crew/)
    await ben.goto(/\/team-folder-invitation\/\S+/.exec(text)?.[0] ?? '')
    await press(ben, ben.getByRole('button', { name: 'Accept' }))
    await expect(ben).toHaveURL(/shared-with-me\/./)
    await putFile(page.context(), 'log.txt', { parentId: page.url().split('/').at(-1) ?? '' })
    await goToRow(ben, 'log.txt')
    await expect(ben.getByRole('button', { name: 'New', exact: true })).toHaveCount(0)
  })

  await test.step('give a member more permissions', async () => {
    await press(page, page.getByRole('button', { name: '2 members in this folder' }))
    await expect(membersDialog(page).getByLabel('Invite by email')).toBeFocused()
    await pick(page, membersDialog(page).getByLabel('Permission of Ben Ferry'), 'Can edit')
    await expectAccessible(page, 'the people of a team folder')
    await press(page, membersDialog(page).getByRole('button', { name: 'Save' }))
    await expect(toast(page, 'Members updated')).toBeVisible()
    await expect(membersDialog(page)).toBeHidden()
    await expectFocus(page)
    await pressInMenu(ben, ben.getByRole('button', { name: 'New', exact: true }), 'New folder')
    await expect(ben.getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused()
    await ben.keyboard.type('Watches')
    await ben.keyboard.press('Enter')
    await expect(row(ben, 'Watches')).toBeVisible()
    await expect(row(page, 'Watches')).toBeVisible()
  })

  await test.step('move an own item into it, and within it', async () => {
    await goToRow(ben, 'log.txt')
    await ben.keyboard.press('m')
    const within = ben.getByRole('dialog', { name: 'Move “log.txt”' })
    await pressBranch(ben, within, 'Watches')
    await press(ben, within.getByRole('button', { name: 'Move to Watches' }))
    await expect(toast(ben, '1 item moved to Watches')).toBeVisible()
    await expect(list(ben)).toBeFocused()

    await putFile(page.context(), 'tides.txt')
    await page.goto('/platform/files')
    await goToRow(page, 'tides.txt')
    await page.keyboard.press('m')
    const into = page.getByRole('dialog', { name: 'Move “tides.txt”' })
    await pressBranch(page, into, 'Crew')
    await press(page, into.getByRole('button', { name: 'New folder' }))
    await expect(into.getByRole('textbox', { name: /Name of the new folder/ })).toBeFocused()
    await page.keyboard.type('Tables')
    await page.keyboard.press('Enter')
    await expect(into.getByRole('treeitem', { name: 'Tables' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expectFocus(page)
    await press(page, into.getByRole('button', { name: 'Move to Tables' }))
    await expect(toast(page, '1 item moved to Tables')).toBeVisible()
  })

  await test.step('a member leaves', async () => {
    watch.expectComplaint(/404/)
    await press(ben, ben.getByRole('button', { name: '2 members in this folder' }))
    await press(ben, membersDialog(ben).getByRole('button', { name: 'Leave' }))
    const question = ben.getByRole('dialog', { name: 'Leave Crew?' })
    await expectAccessible(ben, 'leaving a team folder')
    await press(ben, question.getByRole('button', { name: 'Leave' }))
    await expect(ben).toHaveURL(/shared-with-me$/)
    await expectFocus(ben)
    await ben.context().close()
  })

  await test.step('convert a folder, and stop sharing it', async () => {
    await makeFolder(page.context(), 'Ropes')
    await pressInRowMenu(page, 'Ropes', 'Convert to team folder')
    const convert = page.getByRole('dialog', { name: /Ropes/ })
    await expect(convert.getByLabel('Invite by email')).toBeFocused()
    await page.keyboard.type('mia@example.org')
    await press(page, convert.getByRole('button', { name: 'Convert to team folder' }))
    await expect(page).toHaveURL(/team-folders\/./)
    await expectFocus(page)
    await press(page, page.getByRole('button', { name: '1 member in this folder' }))
    const box = page.getByRole('dialog', { name: 'Members of Ropes' })
    await press(page, box.getByRole('button', { name: 'Stop sharing with team' }))
    const question = page.getByRole('dialog', { name: 'Stop sharing Ropes with the team?' })
    await expectAccessible(page, 'dissolving a team folder')
    await tabTo(page, question.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Enter')
    await expect(box.getByRole('button', { name: 'Stop sharing with team' })).toBeFocused()
    await page.keyboard.press('Enter')
    await press(page, question.getByRole('button', { name: 'Stop sharing with team' }))
    await expect(toast(page, 'Ropes is no longer a team folder')).toBeVisible()
    await expect(page).toHaveURL(/platform\/files\/./)
    await expectFocus(page)
  })
  const paths = (await everythingIn(page.context())).map(({ path }) => path)
  expect(paths).toContain('Crew/Tables/tides.txt')
  expect(paths).toContain('Crew/Watches/log.txt')
})
