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
import settings from './playwright.config.ts'
import { list } from './screen.ts'
import { INSTALLED, openCoffer } from './server.ts'
import { frameWork } from './traced-frames.ts'

/**
 * How smoothly a folder of 100,000 items scrolls on a computer four times slower:
 * `npm run scrolling -w e2e -- [items] [grid]`.
 */

const BEGUN_WITH = 100
const VIEW = process.argv[3] === 'grid' ? 'grid' : 'list'
const SLOWER = 4
const [PIXELS, PIXELS_A_SECOND] = [24_000, 3000]
/** A frame of a screen that shows 60 a second, and what a clock may be off by. */
const FRAME_MS = 1000 / 60 + 0.5

async function main(): Promise<void> {
  const wanted = Number(process.argv[2] ?? 100_000)
  const browser = await chromium.launch(settings.use?.launchOptions)
  const coffer = await openCoffer(INSTALLED)
  try {
    const context = await browser.newContext({
      ...{ baseURL: coffer.origin, viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    })
    await enter(context)
    const { folder, count } = await fill(context, wanted)
    const page = await context.newPage()
    await page.addInitScript(view => localStorage.setItem('coffer.item-view', view), VIEW)
    await page.goto(`/platform/files/${folder.id}`)
    await list(page).locator('[data-index="0"]').waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // Once for the engine to know the code.
    await scroll(devtools)
    const frames = await framesWhile(page, () => scroll(devtools))
    // Apart, because being watched costs time as well.
    const work = await workWhile(browser, page, () => scroll(devtools))
    report(count, frames, work)
  } finally {
    await browser.close()
    await coffer.close()
  }
}

/** Some files, doubled by copying until there are enough. */
async function fill(
  context: BrowserContext,
  wanted: number,
): Promise<{ folder: Item; count: number }> {
  const folder = await makeFolder(context, 'Many')
  for (let number = 0; number < BEGUN_WITH; number += 1)
    await putFile(context, `file-${number}.txt`, { parentId: folder.id })
  let count = BEGUN_WITH
  for (; count < wanted; count *= 2) await copyAll(context, folder.id)
  return { folder, count }
}

/** By wheel, over the middle of the list. */
const scroll = (devtools: CDPSession) =>
  devtools.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 500, yDistance: -PIXELS, speed: PIXELS_A_SECOND },
    gestureSourceType: 'mouse',
  })

/** How long each frame took, in milliseconds. */
async function framesWhile(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    const note = (time: number) => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await work()
  const times = await page.evaluate(
    () => (window as unknown as { frameTimes: number[] }).frameTimes,
  )
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

/** How long the page's own thread worked for each frame, in milliseconds of the processor. */
async function workWhile(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'cc', '__metadata'] })
  await work()
  return frameWork(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
}

function report(count: number, frames: readonly number[], work: readonly number[]): void {
  const total = frames.reduce((sum, frame) => sum + frame, 0)
  const late = frames.filter(frame => frame > FRAME_MS).length
  const lines = [
    `${count.toLocaleString('en')} items as a ${VIEW}, ${frames.length} frames in ${(total / 1000).toFixed(1)} s`,
    `frames a second: ${((frames.length * 1000) / total).toFixed(1)}`,
    `frames longer than 16.7 ms: ${((late * 100) / frames.length).toFixed(1)} %`,
    `longest frame: ${Math.max(...frames).toFixed(1)} ms`,
    `of the page's own thread for each: median ${at(work, 0.5)}, 95 in 100 below ${at(work, 0.95)}, at most ${at(work, 1)} ms`,
    `load of the machine: ${loadavg()[0]?.toFixed(1)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

await main()
