import { listNotifications } from '@coffer/contract/notifications'
import { acceptInvitation } from '@coffer/contract/team-invitations'
import { createTeamFolder } from '@coffer/contract/teams'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, everythingIn, join, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { names, row, toast } from './screen.ts'

const server = sharedServer()

async function acceptAll(context: BrowserContext): Promise<void> {
  for (const { attributes } of (await call(context, listNotifications, {})).data) {
    const { type, params: { id } = {} } = attributes.action ?? {}
    if (type === 'invitation' && id)
      await call(context, acceptInvitation, { params: { id }, body: {} })
  }
}

const branch = (dialog: Locator, name: string) => dialog.getByRole('treeitem', { name })

async function goTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  await tabTo(page, page.getByRole('dialog').locator('[role="treeitem"][tabindex="0"]'))
  await page.keyboard.press(key === 'ArrowDown' ? 'Home' : 'End')
  await tabTo(page, target, key)
}

test('items are moved and copied into, out of and within team folders, within the permissions', async ({
  page,
  browser,
}) => {
  const ben = await (await browser.newContext({ baseURL: server().origin })).newPage()
  await join(ben.context(), BEN)
  await enter(page.context())
  const team = async (name: string, permission: 'can_edit' | 'can_view') => {
    const body = { name, invitations: [{ email: BEN.email, permission }] }
    return (await call(page.context(), createTeamFolder, { body })).data
  }
  const crew = await team('Crew', 'can_edit')
  const boats = await makeFolder(page.context(), 'Boats', { parent_id: crew.id })
  await putFile(page.context(), 'log.txt', { parentId: crew.id })
  await team('Gazette', 'can_view')
  await acceptAll(ben.context())

  await test.step('a member moves an item into it by keyboard', async () => {
    await putFile(ben.context(), 'tides.txt')
    await ben.goto('/platform/files')
    await row(ben, 'tides.txt').click()
    await ben.keyboard.press('m')
    const dialog = ben.getByRole('dialog', { name: 'Move “tides.txt”' })
    await expect(branch(dialog, 'Crew')).toBeVisible()
    await expect(branch(dialog, 'Gazette')).toHaveCount(0)
    await goTo(ben, branch(dialog, 'Files'))
    await ben.keyboard.press('Enter')
    await expect(dialog.getByText('It is already in Files.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Move to Files' })).toBeDisabled()
    await goTo(ben, branch(dialog, 'Crew'))
    await expectAccessible(ben, 'where to move')
    await ben.keyboard.press('Enter')
    await tabTo(ben, dialog.getByRole('button', { name: 'Move to Crew' }))
    await ben.keyboard.press('Enter')
    await expect(toast(ben, '1 item moved to Crew')).toBeVisible()
  })

  await test.step('a member moves items within it and copies them out of it', async () => {
    await ben.goto(`/platform/shared-with-me/${crew.id}`)
    await row(ben, 'log.txt').click()
    await ben.keyboard.press('m')
    const moving = ben.getByRole('dialog', { name: 'Move “log.txt”' })
    await expect(moving.getByText(/Only the owner can move items out/)).toBeVisible()
    await expect(branch(moving, 'Files')).toHaveCount(0)
    await branch(moving, 'Boats').click()
    await moving.getByRole('button', { name: 'Move to Boats' }).click()
    await expect(toast(ben, '1 item moved to Boats')).toBeVisible()
    await row(ben, 'tides.txt').click({ button: 'right' })
    await ben.getByRole('menuitem', { name: 'Copy to…' }).click()
    const copying = ben.getByRole('dialog', { name: 'Copy “tides.txt”' })
    await branch(copying, 'Files').click()
    await copying.getByRole('button', { name: 'Copy to Files' }).click()
    await expect(toast(ben, '1 item copied to Files')).toBeVisible()
    expect((await everythingIn(ben.context())).map(({ path }) => path)).toEqual(['tides.txt'])
    await row(ben, 'Boats').click()
    await ben.keyboard.press('s')
    const panel = ben.getByRole('navigation', { name: 'In this section' })
    const favourite = panel.getByRole('link', { name: 'Boats' })
    await expect(favourite).toHaveAttribute('href', `/platform/shared-with-me/${boats.id}`)
  })

  await test.step('the owner moves an item out, into a folder created in the dialog', async () => {
    await page.goto(`/platform/team-folders/${boats.id}`)
    await row(page, 'log.txt').click()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog', { name: 'Move “log.txt”' })
    await branch(dialog, 'Files').click()
    await tabTo(page, dialog.getByRole('button', { name: 'New folder' }))
    await page.keyboard.press('Enter')
    const field = dialog.getByRole('textbox', { name: 'Name of the new folder in Files' })
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await dialog.getByRole('button', { name: 'New folder' }).click()
    await page.keyboard.type('Archive')
    await page.keyboard.press('Enter')
    await expect(branch(dialog, 'Archive')).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('button', { name: 'Move to Archive' }).click()
    await expect(toast(page, '1 item moved to Archive')).toBeVisible()
    await expect.poll(() => names(page)).toEqual([])
  })

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await putFile(page.context(), 'crane.txt')
    await page.goto('/platform/files')
    await page.getByRole('button', { name: 'Actions for crane.txt' }).click()
    await page.getByRole('menuitem', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move “crane.txt”' })
    await branch(dialog, 'Crew').click()
    await page.screenshot({ path: test.info().outputPath('where-390.png') })
    await dialog.getByRole('button', { name: 'Move to Crew' }).click()
    await expect(toast(page, '1 item moved to Crew')).toBeVisible()
  })
  await ben.context().close()
})

test('every team folder is offered as a destination', async ({ page, browser }) => {
  const person = (name: string) => ({ ...BEN, name, email: `${name.toLowerCase()}@example.org` })
  await join(page.context(), person('Dora'))
  await putFile(page.context(), 'crane.txt')
  const invitations = [{ email: person('Dora').email, permission: 'can_edit' as const }]
  // The rate limit allows this many per user within ten minutes.
  for (const [name, what] of Object.entries({ Cara: 'Shed', Finn: 'Yard' })) {
    const context = await browser.newContext({ baseURL: server().origin })
    await join(context, person(name))
    for (let number = 1; number <= 60; number += 1)
      await call(context, createTeamFolder, { body: { name: `${what} ${number}`, invitations } })
    await context.close()
    await acceptAll(page.context())
  }

  await page.goto('/platform/files')
  await row(page, 'crane.txt').click()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move “crane.txt”' })
  await expect(branch(dialog, 'Shed 7')).toBeVisible()
  await expect(branch(dialog, 'Yard 60')).toHaveCount(0)
  await goTo(page, branch(dialog, 'Show more (20 not shown)'), 'ArrowUp')
  await page.keyboard.press('Enter')
  await expect(branch(dialog, 'Yard 60')).toBeVisible()
  await goTo(page, branch(dialog, 'Yard 60'), 'ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move to Yard 60' }).click()
  await expect(toast(page, '1 item moved to Yard 60')).toBeVisible()

  await test.step('items that cannot leave their team folder offer only that folder', async () => {
    await page.goto('/platform/shared-with-me')
    await row(page, 'Yard 60').dblclick()
    await row(page, 'crane.txt').click()
    await page.keyboard.press('m')
    await expect(branch(dialog, 'Yard 60')).toBeVisible()
    await expect(branch(dialog, 'Files')).toHaveCount(0)
  })
})
