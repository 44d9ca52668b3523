import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { photo } from '../server/test/media-samples.ts'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { expect, sharedServer, test } from './journey.ts'
import { tabTo } from './keys.ts'
import { list, row } from './screen.ts'

sharedServer()

const PICTURE = readFileSync(join(import.meta.dirname, '../web/public/icon-512.png'))

/** A PDF with one line per page; a reader that runs scripts executes `action` when it opens. */
function pdf(words: string, pages = 3, action = ''): string {
  const kids = Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`).join(' ')
  const bodies = Array.from({ length: pages }, (_, page) => {
    const text = `BT /F1 36 Tf 72 700 Td (${words} ${page + 1}) Tj ET`
    return `${4 + page * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + page * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj
${5 + page * 2} 0 obj<</Length ${text.length}>>
stream
${text}
endstream endobj`
  })
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${action}>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${bodies.join('\n')}
trailer<</Root 1 0 R>>
`
}

const overlay = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Preview of ${name}`, exact: true })

async function uploadPreviewable(context: BrowserContext, folder: string): Promise<string> {
  await enter(context)
  const { id } = await makeFolder(context, folder)
  await makeFolder(context, 'Inner', { parent_id: id })
  await putFile(context, 'a-pier.png', { content: PICTURE, parentId: id })
  await putFile(context, 'b-letter.pdf', { content: pdf('Gulls over page'), parentId: id })
  await putFile(context, 'c-notes.md', {
    content: '# Tides\n\n- [x] low\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    parentId: id,
  })
  await putFile(context, 'd-code.ts', { content: 'const tide = 3 // metres\n', parentId: id })
  await putFile(context, 'e-data.bin', { content: Buffer.from([0, 1, 2, 255]), parentId: id })
  return `/platform/files/${id}`
}

/** Sorts by name, so that the order is known. */
async function openSorted(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(row(page, 'a-pier.png')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Name' }).first())
  await page.keyboard.press('Enter')
  await expect(list(page).locator('[data-index="1"]')).toContainText('a-pier.png')
}

test('images and PDFs get thumbnails in the list without a reload', async ({ context, page }) => {
  const address = await uploadPreviewable(context, 'Shown')
  await page.goto(address)
  for (const name of ['a-pier.png', 'b-letter.pdf'])
    await expect(row(page, name).locator('img[data-shown]')).toBeVisible({ timeout: 30_000 })
  await expect(row(page, 'd-code.ts').locator('img')).toHaveCount(0)
})

test('all files of a folder are previewed by keyboard alone', async ({ context, page }) => {
  await openSorted(page, await uploadPreviewable(context, 'By keyboard'))
  await tabTo(page, list(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(overlay(page, 'a-pier.png').getByText('1 of 5')).toBeVisible()
  await expect(page.getByRole('img', { name: 'a-pier.png' })).toBeVisible()
  await page.keyboard.press('+')
  await expect(page.locator('[data-zoomed]')).toBeVisible()
  await page.keyboard.press('0')
  await expect(page.locator('[data-zoomed]')).toHaveCount(0)

  await page.keyboard.press('ArrowRight')
  await expect(overlay(page, 'b-letter.pdf')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toContainText('Gulls')
  await tabTo(page, page.getByRole('searchbox', { name: 'Find in document' }))
  await page.keyboard.type('page 3')
  await expect(page.locator('[data-found]')).toContainText('page 3')

  await tabTo(page, page.getByRole('region', { name: 'b-letter.pdf' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Tides' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.hljs-keyword')).toHaveText('const')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('No preview available.')).toBeVisible()
  await page.keyboard.press('i')
  const details = overlay(page, 'e-data.bin').getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText('e-data.bin')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(list(page)).toBeFocused()
  await expect(row(page, 'e-data.bin')).toHaveAttribute('aria-selected', 'true')
})

test('previews are accessible, in both themes', async ({ context, page }) => {
  await openSorted(page, await uploadPreviewable(context, 'For all'))
  await row(page, 'a-pier.png').dblclick()
  for (const name of ['a-pier.png', 'b-letter.pdf', 'c-notes.md', 'd-code.ts', 'e-data.bin']) {
    await expect(overlay(page, name)).toBeVisible()
    if (name === 'b-letter.pdf') await expect(page.getByText('Gulls over page 1')).toBeVisible()
    await expectAccessible(page, name)
    await page.keyboard.press('ArrowRight')
  }
})

const RUNS = 'window.name="ran";alert(document.cookie)'
/** Content that would run if it were interpreted as markup. */
const HOSTILE: Record<string, string> = {
  'page.html': `<!doctype html><script>${RUNS}</script><img src=x onerror='${RUNS}'>`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload='${RUNS}'><script>${RUNS}</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${RUNS}</script></body></foreignObject></svg>`,
  'page.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${RUNS}</script></body></html>`,
  'sheet.xml': `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,%3Cx/%3E"?><root><script xmlns="http://www.w3.org/1999/xhtml">${RUNS}</script></root>`,
  'letter.pdf': pdf(
    'Harmless',
    1,
    `/OpenAction<</S/JavaScript/JS(${RUNS.replaceAll(/[()]/g, '\\$&')})>>`,
  ),
  'notes.md': `# Words\n<img src=x onerror='${RUNS}'>\n<script>${RUNS}</script>\n[press](javascript:${encodeURIComponent(RUNS)}) ![far](https://elsewhere.invalid/x.png)`,
  // An image that never finishes rendering.
  'deep.md': `${'- '.repeat(1000)}x`,
  'wide.md': ['|a'.repeat(5000), '|-'.repeat(5000), ...Array(5000).fill('|')].join('\n'),
  'text.txt': `<script>${RUNS}</script>`,
  'code.js': RUNS,
  '<img src=x onerror=alert(1)>.txt': 'a name of markup',
}

// W1
// W2
test('uploaded content never runs, neither in a preview nor at its URL', async ({
  context,
  page,
  watch,
}) => {
  watch.expectComplaint(
    /Blocked script execution|Content Security Policy|sandboxed|XSL|Download is starting/,
  )
  await enter(context)
  const { id } = await makeFolder(context, 'Hostile')
  const saved = []
  for (const [name, content] of Object.entries(HOSTILE))
    saved.push((await putFile(context, name, { content, parentId: id })).attributes)
  const picture = Buffer.concat([PICTURE, Buffer.from(`<script>${RUNS}</script>`)])
  saved.push((await putFile(context, 'picture.png', { content: picture, parentId: id })).attributes)

  const far: string[] = []
  page.on('request', request => {
    if (request.url().includes('elsewhere.invalid')) far.push(request.url())
  })
  await page.goto(`/platform/files/${id}`)
  for (const { name } of saved) {
    await row(page, name).dblclick()
    await expect(overlay(page, name)).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const link of await page.getByText('press', { exact: true }).all()) await link.click()
    expect(await page.evaluate(() => window.name), name).toBe('')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const { name, file_url } of saved) {
    const tab = await context.newPage()
    // Navigation is aborted where the file is downloaded instead of shown.
    await tab.goto(file_url ?? '').catch(() => undefined)
    expect(await tab.evaluate(() => window.name), name).toBe('')
    await tab.close()
  }
  expect(far).toEqual([])
  expect(watch.dialogs).toEqual([])
})

// W1
test('metadata of an image is shown as text', async ({ context, page, watch }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Signed')
  const artist = `<img src=x onerror='${RUNS}'><script>${RUNS}</script>`
  const content = Buffer.from(await photo(300, 200, artist))
  await putFile(context, 'signed.jpg', { content, parentId: id })
  await page.goto(`/platform/files/${id}`)
  await expect(row(page, 'signed.jpg').locator('img[data-shown]')).toBeVisible()
  await row(page, 'signed.jpg').click()
  await expect(page.getByText(artist, { exact: true })).toBeVisible()
  await row(page, 'signed.jpg').dblclick()
  await expect(overlay(page, 'signed.jpg').getByRole('img')).toBeVisible()
  expect(await page.evaluate(() => window.name)).toBe('')
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  expect(watch.dialogs).toEqual([])
})
