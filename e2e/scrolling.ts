import { loadavg } from 'node:os'
import type { Item } from '@coffer/contract/items'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test'
import { copyAll, enter, makeFolder, putFile } from './api.ts'
import { openDevtools } from './devtools.ts'
import settings from './playwright.config.ts'
import { list } from './screen.ts'
import { ADMIN, INSTALLED, openCoffer } from './server.ts'
import { frameWork, screenFrames, type TraceEvent } from './traced-frames.ts'

/**
 * Measures how smoothly a folder of 100,000 items scrolls on a computer four times slower:
 * `npm run scrolling -w e2e -- [items] [grid]`.
 */

const BEGUN_WITH = 100
const VIEW = process.argv[3] === 'grid' ? 'grid' : 'list'
const SLOWER = 4
const [PIXELS, PIXELS_A_SECOND] = [24_000, 3000]
/** Time between a frame and the second next, at 60 frames per second. */
const LATE_MS = 1500 / 60

async function main(): Promise<void> {
  const itemCount = Number(process.argv[2] ?? 100_000)
  const browser = await chromium.launch(settings.use?.launchOptions)
  const coffer = await openCoffer(INSTALLED)
  try {
    const context = await browser.newContext({
      baseURL: coffer.origin,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
    })
    await enter(context, ADMIN)
    const { folder, count } = await fill(context, itemCount)
    const page = await context.newPage()
    await page.addInitScript(view => localStorage.setItem('coffer.item-view', view), VIEW)
    await page.goto(`/platform/files/${folder.id}`)
    await list(page).locator('[data-index="0"]').waitFor()
    const devtools = await openDevtools(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // Warms up the engine.
    await scroll(devtools)
    const edges = await edgesWhile(page, () => scroll(devtools))
    const events = await tracedWhile(browser, page, () => scroll(devtools))
    report(count, events, edges)
  } finally {
    await browser.close()
    await coffer.close()
  }
}

/** Creates files and doubles them by copying until there are enough. */
async function fill(
  context: BrowserContext,
  itemCount: number,
): Promise<{ folder: Item; count: number }> {
  const folder = await makeFolder(context, 'Many')
  for (let number = 0; number < BEGUN_WITH; number += 1)
    await putFile(context, `file-${number}.txt`, { parentId: folder.id })
  let count = BEGUN_WITH
  for (; count < itemCount; count *= 2) await copyAll(context, folder.id)
  return { folder, count }
}

/** Scrolls with the wheel over the centre of the list. */
const scroll = (devtools: CDPSession) =>
  devtools.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -PIXELS,
    speed: PIXELS_A_SECOND,
    gestureSourceType: 'mouse',
  })

/** Empty part of the list at the start of each frame, in pixels. */
async function edgesWhile(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const edges: number[] = []
    Object.assign(window, { emptyEdges: edges })
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      const drawn = [...target.querySelectorAll('[data-index], [aria-busy]')]
      const window = target.getBoundingClientRect()
      const ends = drawn.map(line => line.getBoundingClientRect().bottom)
      edges.push(Math.max(0, window.bottom - Math.max(...ends)))
    }
    // Before the page receives the event.
    addEventListener('scroll', note, { capture: true, passive: true })
  })
  await work()
  return page.evaluate(() => (window as unknown as { emptyEdges: number[] }).emptyEdges)
}

async function tracedWhile(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'cc', 'viz', '__metadata'] })
  await work()
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents
}

function report(count: number, events: readonly TraceEvent[], edges: readonly number[]): void {
  const frames = screenFrames(events)
  const total = frames.reduce((sum, frame) => sum + frame, 0)
  const late = frames.filter(frame => frame > LATE_MS).length
  const work = frameWork(events)
  const lines = [
    `${count.toLocaleString('en')} items as a ${VIEW}, ${frames.length} frames on the screen in ${(total / 1000).toFixed(1)} s`,
    `frames a second: ${((frames.length * 1000) / total).toFixed(1)}`,
    `of them ${((late * 100) / frames.length).toFixed(1)} % came later than one of the screen's after the one before: 95 in 100 within ${at(frames, 0.95)} ms, longest ${at(frames, 1)} ms`,
    `lines not yet drawn where one looked: in ${edges.filter(Boolean).length} of ${edges.length} of the page's frames, at most ${at(edges, 1)} px`,
    `of the page's own thread for each of its ${work.length} frames: median ${at(work, 0.5)}, 95 in 100 below ${at(work, 0.95)}, at most ${at(work, 1)} ms`,
    `load of the machine: ${loadavg()[0]?.toFixed(1)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

await main()
