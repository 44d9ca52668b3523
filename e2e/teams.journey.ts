import { createTeamFolder, dissolveTeamFolder } from '@coffer/contract/teams'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { BEN, call, enter, everythingIn, join, makeFolder, putFile, userOfTest } from './api.ts'
import { emailTo } from './emails.ts'
import { expect, sharedServer, test } from './journey.ts'
import { list, row, toast } from './screen.ts'

const server = sharedServer()

const MIA = userOfTest('Mia Quay', 'ropes along the pier')
const NOA = userOfTest('Noa Reed', 'lanterns on the quay')

async function windowOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server().origin })
  return context.newPage()
}

/** Opens the link of the invitation email. */
async function invitationIn(name: string, email: string): Promise<string> {
  const text = await emailTo(server(), email, new RegExp(name))
  return /\/team-folder-invitation\/\S+/.exec(text)?.[0] ?? ''
}

async function accept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(/shared-with-me\/./)
}

// S11
test('a new user signs up from an invitation, and works in the folder', async ({
  page,
  browser,
  watch,
}) => {
  // The notification of the accepted invitation.
  watch.expectComplaint(/410.*\/api\/teams\/invitations/)
  await enter(page.context())
  await page.goto('/platform/team-folders')
  await expect(page.getByText('No team folders yet')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'New team folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'New team folder' })
  await dialog.getByLabel('Name').fill('Harbour fair')
  await dialog.getByLabel('Invite by email').fill(`${MIA.email}, kai@example.org`)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Permission of kai@example.org').selectOption({ label: 'Can view' })
  await expectAccessible(page, 'new team folder')
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour fair' })).toBeVisible()

  const mia = await windowOf(browser)
  await mia.goto(await invitationIn('Harbour fair', MIA.email))
  await expect(mia.getByRole('heading')).toHaveText('Ada Marlow invites you to Harbour fair')
  await expectAccessible(mia, 'invitation')
  await mia.getByRole('link', { name: 'Create an account' }).click()
  await expect(mia.getByLabel('Email')).toHaveValue(MIA.email)
  await mia.getByLabel('Name').fill(MIA.name)
  await mia.getByLabel('Password', { exact: true }).fill(MIA.password)
  await mia.getByLabel('Confirm password').fill(MIA.password)
  await mia.getByRole('button', { name: 'Create account' }).click()
  await accept(mia)
  await test.step('the invitation stays marked as accepted', async () => {
    await expect(mia.getByText('This folder is empty')).toBeVisible()
    await mia.goBack()
    await mia.getByRole('link', { name: 'Open Shared with me' }).click()
    await row(mia, 'Harbour fair').dblclick()
    await mia.getByRole('button', { name: /^Notifications/ }).click()
    const centre = mia.getByRole('dialog', { name: 'Notifications' })
    await expect(centre.getByText('Invitation to Harbour fair accepted')).toBeVisible()
    await centre.getByRole('link', { name: 'Open' }).click()
    await expect(mia).toHaveURL(/shared-with-me\/./)
  })
  await putFile(page.context(), 'stalls.txt', {
    parentId: page.url().split('/').at(-1) ?? '',
  })
  await expect(row(mia, 'stalls.txt')).toBeVisible()
  await expect(page.getByRole('button', { name: '2 members in this folder' })).toBeVisible()
  await mia.context().close()
})

test('members see changes live, and removed members lose access at once', async ({
  page,
  browser,
  watch,
}) => {
  const ben = await windowOf(browser)
  await join(ben.context(), BEN)
  await enter(page.context())
  await makeFolder(page.context(), 'Crew')
  await page.goto('/platform/files')
  await row(page, 'Crew').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Convert to team folder' }).click()
  await page.getByLabel('Invite by email').fill(BEN.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Convert to team folder' }).click()
  await expect(page).toHaveURL(/team-folders\/./)
  await ben.goto(await invitationIn('Crew', BEN.email))
  await accept(ben)
  const folderId = ben.url().split('/').at(-1) ?? ''

  await makeFolder(ben.context(), 'Watches', { parent_id: folderId })
  await expect(row(page, 'Watches')).toBeVisible()
  await putFile(page.context(), 'log.txt', { parentId: folderId })
  await expect(row(ben, 'log.txt')).toBeVisible()
  await expect(ben.getByRole('treeitem', { name: 'Crew' })).toBeVisible()

  await page.getByRole('button', { name: '2 members in this folder' }).click()
  const membersDialog = page.getByRole('dialog', { name: 'Members of Crew' })
  await membersDialog.getByLabel('Permission of Ben Ferry').selectOption({ label: 'Can view' })
  await membersDialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Members updated')).toBeVisible()
  await expect(ben.getByRole('button', { name: 'New', exact: true })).toHaveCount(0)
  await expect(row(ben, 'log.txt')).toBeVisible()

  watch.expectComplaint(/404/)
  await page.getByRole('button', { name: '2 members in this folder' }).click()
  await membersDialog.getByRole('button', { name: 'Stop sharing with team' }).click()
  const question = page.getByRole('dialog', { name: 'Stop sharing Crew with the team?' })
  await question.getByRole('button', { name: 'Stop sharing with team' }).click()
  await expect(toast(page, 'Crew is no longer a team folder')).toBeVisible()
  await expect(row(page, 'log.txt')).toBeVisible()
  await expect(list(ben)).toHaveCount(0)
  await ben.context().close()
})

test('a member finds items of a team folder, and sees only permitted actions', async ({
  page,
  browser,
}) => {
  const noa = await windowOf(browser)
  await join(noa.context(), NOA)
  await enter(page.context())
  const invitations = [{ email: NOA.email, permission: 'can_view' as const }]
  const body = { name: 'Regatta', invitations }
  const { id } = (await call(page.context(), createTeamFolder, { body })).data
  const boats = await makeFolder(page.context(), 'Boats', { parent_id: id })
  await putFile(page.context(), 'start-list.txt', { parentId: boats.id })
  await noa.goto(await invitationIn('Regatta', NOA.email))
  await accept(noa)
  await expect(row(noa, 'Boats')).toBeVisible()
  const mark = { name: 'In a team folder' }
  const ask = async (words: string) => {
    await noa.keyboard.press('Control+k')
    await expect(noa.getByRole('combobox', { name: /^Search files/ })).toBeFocused()
    await noa.keyboard.type(words)
  }

  await test.step('in the spotlight, and in its folder', async () => {
    await ask('start list')
    const result = noa.getByRole('option').filter({ hasText: 'start-list.txt' })
    await expect(result).toContainText('Ada Marlow · Shared with me / Regatta / Boats')
    await expect(result.getByRole('img', mark)).toBeVisible()
    await expectAccessible(noa, 'found in a team folder')
    await noa.keyboard.press('Control+Enter')
    await expect(noa).toHaveURL(`/platform/shared-with-me/${boats.id}`)
    await expect(row(noa, 'start-list.txt')).toHaveAttribute('aria-selected', 'true')
  })

  for (const section of ['recent-uploads', 'all-files'])
    await test.step(`in ${section}`, async () => {
      await noa.goto(`/platform/${section}`)
      const result = row(noa, 'start-list.txt')
      await expect(result).toContainText('Ada Marlow')
      await expect(result.getByRole('img', mark)).toBeVisible()
      await result.click({ button: 'right' })
      await expect(noa.getByRole('menuitem', { name: 'Download' })).toBeVisible()
      await expect(noa.getByRole('menuitem', { name: /Rename|Trash|Move/ })).toHaveCount(0)
      await noa.getByRole('menuitem', { name: 'Show in folder' }).click()
      await expect(noa).toHaveURL(`/platform/shared-with-me/${boats.id}`)
      await expect(row(noa, 'start-list.txt')).toHaveAttribute('aria-selected', 'true')
    })

  await noa.goto('/platform/all-files')
  await expect(row(noa, 'start-list.txt')).toBeVisible()
  await call(page.context(), dissolveTeamFolder, { params: { id } })
  await expect(row(noa, 'start-list.txt')).toHaveCount(0)
  await ask('start list')
  await expect(noa.getByText('No results for “start list”')).toBeVisible()
  await noa.context().close()
})

test('a drop on the path of a team folder moves items there', async ({ page }) => {
  await enter(page.context())
  await page.goto('/platform/files')
  const { id } = await makeFolder(page.context(), 'Shipwrights')
  const inner = await makeFolder(page.context(), 'Drawings', { parent_id: id })
  await putFile(page.context(), 'hull.txt', { parentId: inner.id })
  await row(page, 'Shipwrights').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Convert to team folder' }).click()
  await page.getByLabel('Invite by email').fill('mia@example.org')
  await page.getByRole('dialog').getByRole('button', { name: 'Convert to team folder' }).click()
  await expect(page).toHaveURL(/team-folders\/./)
  await row(page, 'Drawings').dblclick()
  await expect(row(page, 'hull.txt')).toBeVisible()

  const path = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await row(page, 'hull.txt')
    .getByText('hull.txt')
    .dragTo(path.getByRole('link', { name: 'Shipwrights' }))
  await expect(toast(page, '1 item moved to Shipwrights')).toBeVisible()
  const paths = (await everythingIn(page.context(), id)).map(one => one.path)
  expect(paths.sort()).toEqual(['Drawings', 'hull.txt'])
})
