import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { devices, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, makeFolder, putFile } from './api.ts'
import { openDevtools } from './devtools.ts'
import { expect, sharedServer, test } from './journey.ts'
import { goToRow, press, tabTo } from './keys.ts'
import { list, row } from './screen.ts'

sharedServer()

const PICTURE = readFileSync(join(import.meta.dirname, '../web/public/icon-512.png'))
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

const overlay = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Preview of ${name}`, exact: true })

/** Records a film of eight seconds. */
function makeFilm(path: string): Buffer {
  const source = 'testsrc=size=320x180:rate=10:duration=8'
  const recording = spawnSync('ffmpeg', ['-y', '-f', 'lavfi', '-i', source, '-c:v', 'libvpx', path])
  if (recording.status !== 0) throw new Error(String(recording.stderr))
  return readFileSync(path)
}

/** A minute of silence. */
function makeSound(): Buffer {
  const rate = 8000
  const sound = Buffer.alloc(44 + 60 * rate, 128)
  sound.write('RIFF')
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write('WAVEfmt ', 8)
  for (const [at, size] of [
    [16, 16],
    [24, rate],
    [28, rate],
  ] as const)
    sound.writeUInt32LE(size, at)
  for (const [at, size] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    sound.writeUInt16LE(size, at)
  sound.write('data', 36)
  sound.writeUInt32LE(sound.length - 44, 40)
  return sound
}

test('a video gets a thumbnail, plays here, and arrow keys seek in it', async ({
  page,
  context,
}, testInfo) => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed')
  await enter(context)
  const { id } = await makeFolder(context, 'Films')
  const content = makeFilm(testInfo.outputPath('pier.webm'))
  for (const name of ['b-pier.webm', 'a-pier.webm'])
    await putFile(context, name, { content, parentId: id })
  await page.goto(`/platform/files/${id}`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(row(page, 'a-pier.webm').locator('img[data-shown]')).toBeVisible()
  await row(page, 'a-pier.webm').dblclick()
  const film = overlay(page, 'a-pier.webm').locator('video')
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
  await film.focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
  await expect(overlay(page, 'a-pier.webm')).toBeVisible()
  await page.getByRole('button', { name: 'Close preview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(overlay(page, 'b-pier.webm')).toBeVisible()
})

test('a video is played, paused and seeked by keyboard alone', async ({
  page,
  context,
}, testInfo) => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed')
  await enter(context)
  const { id } = await makeFolder(context, 'Films')
  const content = makeFilm(testInfo.outputPath('quay.webm'))
  await putFile(context, 'quay.webm', { content, parentId: id })
  await page.goto(`/platform/files/${id}`)
  await goToRow(page, 'quay.webm')
  await page.keyboard.press('Enter')
  const film = overlay(page, 'quay.webm').locator('video')
  const position = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
  const isHalted = () => film.evaluate((video: HTMLVideoElement) => video.paused)
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(0)
  await tabTo(page, film)
  await page.keyboard.press('Space')
  await expect.poll(position).toBeGreaterThan(0)
  await page.keyboard.press('Space')
  await expect.poll(isHalted).toBe(true)
  // On a busy machine it has played on for some seconds.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowLeft')
      return position()
    })
    .toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(position).toBeGreaterThan(0)
  await expectAccessible(page, 'a film')
  await press(page, page.getByRole('button', { name: 'Close preview' }))
  await expect(overlay(page, 'quay.webm')).toBeHidden()
  await expect(list(page)).toBeFocused()
})

test.describe('on a phone', () => {
  const { userAgent, hasTouch, isMobile, deviceScaleFactor } = devices['Pixel 7']
  test.use({
    userAgent,
    hasTouch,
    isMobile,
    deviceScaleFactor,
    viewport: { width: 390, height: 844 },
  })

  async function swipe(page: Page, from: number, to: number): Promise<void> {
    const devtools = await openDevtools(page)
    const at = (x: number) => ({ touchPoints: [{ x, y: 420 }] })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at((from + to) / 2) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) })
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await devtools.detach()
  }

  test('swiping moves from image to image', async ({ page, context }, testInfo) => {
    await enter(context)
    const { id } = await makeFolder(context, 'Pictures')
    for (const name of ['two.png', 'one.png'])
      await putFile(context, name, { content: PICTURE, parentId: id })
    await page.goto(`/platform/files/${id}`)
    await page.getByRole('button', { name: 'Got it' }).tap()
    await row(page, 'one.png').tap()
    await expect(overlay(page, 'one.png').getByText('1 of 2')).toBeVisible()
    await expect(page.getByRole('img', { name: 'one.png' })).toBeVisible()
    await swipe(page, 320, 60)
    await expect(overlay(page, 'two.png')).toBeVisible()
    await expect(page.getByRole('img', { name: 'two.png' })).toBeVisible()
    await swipe(page, 100, 340)
    await expect(overlay(page, 'one.png')).toBeVisible()
    await overlay(page, 'one.png').getByRole('button', { name: 'Details' }).tap()
    await expectAccessible(page, 'a picture with its details')
    await page.screenshot({ path: testInfo.outputPath('details.png') })
    await overlay(page, 'one.png').getByRole('button', { name: 'Close preview' }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, 'nothing hangs over the edge').toBeLessThanOrEqual(0)
  })
})

test('an audio file is played, paused and seeked by keyboard alone', async ({ page, context }) => {
  await enter(context)
  const { id } = await makeFolder(context, 'Sounds')
  await putFile(context, 'gulls.wav', { content: makeSound(), parentId: id })
  await page.goto(`/platform/files/${id}`)
  await goToRow(page, 'gulls.wav')
  await page.keyboard.press('Enter')
  const sound = overlay(page, 'gulls.wav').locator('audio')
  const position = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const isHalted = () => sound.evaluate((audio: HTMLAudioElement) => audio.paused)
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.readyState))
    .toBeGreaterThan(0)
  await tabTo(page, sound)
  await page.keyboard.press('Space')
  await expect.poll(position).toBeGreaterThan(0)
  await page.keyboard.press('Space')
  await expect.poll(isHalted).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(position).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(position).toBeGreaterThan(0)
  await press(page, page.getByRole('button', { name: 'Close preview' }))
  await expect(overlay(page, 'gulls.wav')).toBeHidden()
  await expect(list(page)).toBeFocused()
})
