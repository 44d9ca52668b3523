import { randomFillSync } from 'node:crypto'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { makeFolder, putFile } from './api.ts'

const KB = 1000

/** Typical files with their age in days. */
const FILES: readonly (readonly [name: string, kilobytes: number, days: number])[] = [
  ['readme.txt', 3, 11],
  ['budget-q4.xlsx', 240, 6],
  ['drone-north-pier.mp4', 24_300, 5],
  ['minutes-of-the-meeting.docx', 96, 3],
  ['tide-table.csv', 18, 3],
  ['lease-agreement-signed.pdf', 812, 2],
]
const PLACES = [
  { name: 'Household', emoji: '🏠', color: '#4464b8' },
  { name: 'Film club', emoji: '🎬', color: '#8f4aa0' },
  { name: 'Photos', emoji: '📷', color: '#2a86b0' },
]
const PROJECTS = [
  { name: 'Contracts 2026', emoji: '💼', color: '#6c7a89', files: 4, days: 8 },
  { name: 'Harbour project', emoji: '⚓', color: '#c8782f', files: 9, days: 1 },
  { name: 'Invoices', emoji: '🧾', color: '#0e8f7c', files: 12, days: 0 },
]

const DUSK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 520" width="840" height="520">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#f0c38a"/><stop offset=".38" stop-color="#e08c64"/>
    <stop offset=".7" stop-color="#7d6392"/><stop offset="1" stop-color="#3c4a78"/>
  </linearGradient></defs>
  <rect width="840" height="520" fill="url(#sky)"/>
  <circle cx="540" cy="226" r="58" fill="#ffe7b3"/>
  <path d="M0 384C180 318 320 330 470 356S740 372 840 330V520H0z" fill="#2b3d63"/>
  <path d="M0 424C210 376 420 398 840 410V520H0z" fill="#1f2b48"/>
  <path d="M250 380l22-86 6 0 2 86zM214 392h120l-22 26h-80z" fill="#18223a"/>
</svg>`
const MAP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400">
  <rect width="600" height="400" fill="#cfe0e8"/>
  <path d="M0 0h320c40 90-30 150 30 230s10 120-40 170H0z" fill="#e9e4d4"/>
  <path d="M40 300C160 240 210 120 300 60M80 60c90 60 120 180 210 280" fill="none" stroke="#b7a98a" stroke-width="10"/>
  <path d="M350 150h150v26H350zM362 250h110v22H362z" fill="#7c8a92"/>
</svg>`

/** Creates a home full of folders and files. @returns the folder to show on screenshots */
export async function seedDemoFiles(context: BrowserContext): Promise<{ projects: string }> {
  for (const { name, ...looks } of PLACES) await makeFolder(context, name, looks)
  const projects = await makeFolder(context, 'Projects', { color: '#0e8f7c' })
  const parentId = projects.id
  for (const [name, kilobytes] of FILES)
    await putFile(context, name, { parentId, content: noise(kilobytes * KB) })
  await putFile(context, 'survey-map.png', { parentId, content: await paint(context, MAP, 'png') })
  const dusk = await paint(context, DUSK, 'jpeg')
  await putFile(context, 'harbour-at-dusk.jpg', { parentId, content: dusk })
  for (const { name, emoji, color, files } of PROJECTS) {
    const folder = await makeFolder(context, name, { parent_id: parentId, emoji, color })
    for (let index = 1; index <= files; index += 1)
      await putFile(context, `page-${index}.pdf`, { parentId: folder.id })
  }
  return { projects: parentId }
}

const noise = (bytes: number): Buffer => randomFillSync(Buffer.allocUnsafe(bytes))

async function paint(context: BrowserContext, svg: string, type: 'png' | 'jpeg'): Promise<Buffer> {
  const page = await context.newPage()
  await page.setContent(`<body style="margin:0">${svg}</body>`)
  const picture = await page.locator('svg').screenshot({ type })
  await page.close()
  return picture
}

/** Backdates everything, so that screenshots look realistic. */
export async function age(page: Page): Promise<void> {
  const days = new Map<string, number>([
    ...FILES.map(([name, , ago]) => [name, ago] as const),
    ...PROJECTS.map(({ name, days: ago }) => [name, ago] as const),
    ...[['survey-map.png', 7] as const],
  ])
  await page.route('**/api/browse/folders/**', async (route: Route) => {
    const response = await route.fetch()
    const listing = await response.json()
    for (const { attributes } of listing.data) {
      const ago = days.get(attributes.name) ?? 0
      const date = new Date(Date.parse(attributes.updated_at) - ago * 86_400_000).toISOString()
      attributes.created_at = date
      attributes.updated_at = date
    }
    await route.fulfill({ response, json: listing })
  })
}
