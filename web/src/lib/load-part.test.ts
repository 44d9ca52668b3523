import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPartError, reportParts } from './load-part.ts'

const PAGE = 'https://files.example.com/assets/files-Ab_1.js'

/** The function of a build that imports a part. */
const importing = (source: string, result: () => Promise<unknown>) =>
  Object.assign(() => result(), { toString: () => source })

const load = reportParts(part => part())
const failure = (source: string, error: unknown) =>
  load(importing(source, () => Promise.reject(error))).catch((reason: unknown) => reason)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

// APP-29
test('passes a loaded part on, and forgets its timeout', async () => {
  const part = { name: 'files' }
  await expect(load(importing('', async () => part))).resolves.toBe(part)
  expect(vi.getTimerCount()).toBe(0)
})

test('reports a script that cannot be loaded with the address that the browser names', async () => {
  const cause = new TypeError(`Failed to fetch dynamically imported module: ${PAGE}`)
  const error = await failure('()=>import(`./files-Ab_1.js`)', cause)
  expect(error).toMatchObject({
    message: `Loading chunk files-Ab_1 failed.\n(error: ${PAGE})`,
    cause,
  })
  expect(isPartError(error)).toBe(true)
})

test('names the address itself where the browser does not', async () => {
  const source = 'async()=>{let{A:e}=await import("./files-Ab_1.js");return{A:e}}'
  const error = await failure(source, new TypeError('Importing a module script failed.'))
  expect((error as Error).message).toMatch(
    /^Loading chunk files-Ab_1 failed\.\n\(error: \w+:\/\/\/?.*\/files-Ab_1\.js\)$/,
  )
})

test('reports a style sheet that cannot be loaded by its own address', async () => {
  const style = 'https://files.example.com/assets/files-Cd_2.css'
  const error = await failure(
    '()=>import(`./files-Ab_1.js`)',
    new Error(`Unable to preload CSS for ${style}`),
  )
  expect((error as Error).message).toBe(`Loading chunk files-Ab_1 failed.\n(error: ${style})`)
})

test('reports a file that is not the expected script as missing', async () => {
  const cause = new SyntaxError("The requested module does not provide an export named 'A'")
  const error = await failure('()=>import(`./files-Ab_1.js`)', cause)
  expect((error as Error).message).toContain('Loading chunk files-Ab_1 failed.\n(missing: ')
})

test('reports a part that takes longer than 120,000 ms', async () => {
  const settled = vi.fn()
  load(importing('()=>import(`./files-Ab_1.js`)', () => new Promise(() => undefined))).catch(
    settled,
  )
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const [[error]] = settled.mock.calls as [[Error]]
  expect(error.message).toMatch(
    /^Loading chunk files-Ab_1 failed\.\n\(timeout: .*\/files-Ab_1\.js\)$/,
  )
})

test('other errors are not of a part', () => {
  expect(isPartError(new TypeError('x is undefined'))).toBe(false)
  expect(isPartError(null)).toBe(false)
})
