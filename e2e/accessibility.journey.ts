import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ENTRY, NOT_FOUND, NOTES } from './addresses.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { choose, list, row, tray } from './screen.ts'
import { ADMIN } from './server.ts'

sharedServer()

/** The specification covers large screens and phones; both themes are checked. */
const WIDTHS = [1440, 390]

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
}

async function settle(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}

async function expectAccessibleEverywhere(page: Page, screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await settle(page, width)
    await expectAccessible(page, screen)
  }
}

/** Dismisses the cookie notice, which other tests check, because it would cover buttons here. */
async function acceptCookies(page: Page): Promise<void> {
  await page.goto('/platform/files')
  await page.getByRole('button', { name: 'Got it' }).click()
}

test('public pages are accessible', async ({ page }) => {
  // One page of each kind; the others differ only in their texts.
  const pages = {
    '/sign-in': ENTRY['/sign-in'],
    '/sign-up': ENTRY['/sign-up'],
    '/forgotten-password': ENTRY['/forgotten-password'],
    '/contact-us': NOTES['/contact-us'],
    '/temporary-unavailable': NOTES['/temporary-unavailable'],
    '/page/cookie-policy': NOTES['/page/cookie-policy'],
    '/somewhere/else': NOT_FOUND,
  }
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(path)
    await expectHeading(page, name)
    await expectAccessibleEverywhere(page, path)
  }
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await expectAccessibleEverywhere(page, 'sign-in with faults')
})

test('pages around the file list are accessible', async ({ page, context }) => {
  await enter(context, ADMIN)
  const pages = {
    '/platform/files': 'Your files start here',
    '/platform/trash': 'The trash is empty',
    '/platform/recent-uploads': 'Recent uploads',
    '/user/profile': 'Profile',
    '/user/settings/billing': 'Billing',
    '/admin/dashboard': 'Dashboard',
  }
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(path)
    await expectHeading(page, name)
    await expectAccessibleEverywhere(page, path)
  }
  for (const width of WIDTHS) {
    await settle(page, width)
    const openers = width > 1000 ? ['Notifications'] : ['Shared', 'Notifications', 'Account']
    for (const name of openers) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  }
})

test('file lists, dialogs and menus are accessible', async ({ page, context }) => {
  await enter(context)
  const folder = await makeFolder(context, 'Letters', { color: '#c8782f', emoji: '⚓' })
  for (const name of ['harbour.jpg', 'budget.xlsx', 'film.mp4', 'song.mp3', 'lease.pdf', 'a.txt'])
    await putFile(context, name)
  await putFile(context, 'to-mira.txt', { parentId: folder.id })

  await acceptCookies(page)
  await test.step('on a large screen', async () => {
    await settle(page, 1440)
    await page.goto('/platform/files')
    await expect(row(page, 'a.txt')).toBeVisible()
    await expectAccessible(page, 'list')
    await row(page, 'harbour.jpg').click()
    await row(page, 'lease.pdf').click({ modifiers: ['Control'] })
    await expectAccessible(page, 'selection')
    await row(page, 'Letters').click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'context menu')
    await page.getByRole('menuitem', { name: 'Emoji and colour' }).click()
    await page.getByRole('button', { name: 'Change emoji' }).click()
    await expectAccessible(page, 'emoji and colour')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const [key, screen] of [
      ['m', 'move'],
      ['?', 'keys'],
    ] as const) {
      await list(page).press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, screen)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await list(page).press('F2')
    await expect(page.getByRole('textbox', { name: /New name/ })).toBeVisible()
    await expectAccessible(page, 'rename')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Grid' }).click()
    await expectAccessible(page, 'grid')
    await page.getByRole('button', { name: 'List' }).click()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expectAccessible(page, 'new')
    await page.keyboard.press('Escape')
    await page.goto(`/platform/files/${folder.id}`)
    await expect(row(page, 'to-mira.txt')).toBeVisible()
    await expectAccessible(page, 'folder')
  })

  await test.step('on a phone', async () => {
    await settle(page, 390)
    await page.goto('/platform/files')
    await expect(row(page, 'a.txt')).toBeVisible()
    await expectAccessible(page, 'list')
    await page.getByRole('button', { name: 'Actions for Letters' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'actions')
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible()
    await expectAccessible(page, 'details')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible()
    await expectAccessible(page, 'new folder')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Select items' }).click()
    await row(page, 'a.txt').click()
    await expect(page.getByText('1 selected')).toBeVisible()
    await expectAccessible(page, 'multi-select')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('button', { name: 'Grid' }).click()
    await expectAccessible(page, 'grid')
    await page.getByRole('button', { name: 'List' }).click()
  })
})

/** Uploads that failed because their folder was deleted, and uploads that failed for other reasons. */
async function expectFailedUploadsAccessible(page: Page, width: number): Promise<void> {
  const folderDeleted = {
    type: 'about:blank',
    title: 'Gone',
    status: 409,
    code: 'upload.parent_gone',
  }
  const wrong = { ...folderDeleted, title: 'That went wrong', status: 500, code: 'internal' }
  for (const [name, json] of Object.entries({ stranded: folderDeleted, wrong })) {
    const problem = { ...json, detail: 'It is on our side.', message: 'It is on our side.' }
    await page.route(UPLOADS, route => route.fulfill({ status: json.status, json: problem }))
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await choose(page, page.getByRole('menuitem', { name: 'Upload files' }), {
      name: `${name}-${width}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('boats'),
    })
    if (json === folderDeleted)
      await expect(tray(page).getByText('The folder no longer exists')).toBeVisible()
    else await page.getByRole('button', { name: 'That’s horrible!' }).click()
    await page.unroute(UPLOADS)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const expand = tray(page).getByRole('button', { name: 'Show all uploads' })
  if (await expand.isVisible()) await expand.click()
  await expect(tray(page).getByText('It is on our side.').first()).toBeVisible()
  await expectAccessible(page, 'uploads that failed')
  await tray(page).getByRole('button', { name: 'Choose another folder' }).click()
  await expect(page.getByRole('treeitem', { name: 'Files' })).toBeVisible()
  await expectAccessible(page, 'another folder for uploads')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tray(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard uploads' }).click()
  await expect(tray(page)).toHaveCount(0)
}

const UPLOADS = /\/api\/upload(\/batch)?$/

test('uploads, the trash and their messages are accessible', async ({ page, context, watch }) => {
  watch.expectComplaint(/status of (404|409|500)/)
  await enter(context)
  await putFile(context, 'draft.txt')
  await acceptCookies(page)
  let release = () => {}
  for (const width of WIDTHS) {
    await settle(page, width)
    await page.goto('/platform/files')
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/api/upload/batch', async route => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const buffer = Buffer.from('boats')
    await choose(page, page.getByRole('menuitem', { name: 'Upload files' }), [
      { name: `one-${width}.txt`, mimeType: 'text/plain', buffer },
      { name: `two-${width}.txt`, mimeType: 'text/plain', buffer },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    await expect(tray(page).getByText('1 file was rejected')).toBeVisible()
    await expectAccessible(page, 'uploads under way, with a toast')
    release()
    await expect(tray(page).getByText('2 uploads done')).toBeVisible()
    await expectAccessible(page, 'uploads done')
    await tray(page).getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'refused files')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await choose(page, page.getByRole('menuitem', { name: 'Upload files' }), [
      { name: `one-${width}.txt`, mimeType: 'text/plain', buffer },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    await expect(page.getByText('1 file already exists')).toBeVisible()
    await expectAccessible(page, 'a question before an upload')
    await page.keyboard.press('Escape')
    await page.unroute('**/api/upload/batch')
    await expectFailedUploadsAccessible(page, width)
  }

  await settle(page, 1440)
  await page.goto('/platform/files')
  await row(page, 'draft.txt').click()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(page, 'a toast with Undo')
  for (const width of WIDTHS) {
    await settle(page, width)
    await page.goto('/platform/trash')
    await expect(row(page, 'draft.txt')).toBeVisible()
    await expectAccessible(page, 'trash')
    if (width < 768) await page.getByRole('button', { name: 'More' }).click()
    const empty = page.getByRole(width < 768 ? 'menuitem' : 'button', { name: 'Empty trash' })
    await empty.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'emptying the trash')
    await page.keyboard.press('Escape')
  }
})
