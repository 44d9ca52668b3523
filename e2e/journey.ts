import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  type Dialog,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { closeDevtools } from './devtools.ts'
import { type Coffer, INSTALLED, openCoffer, write } from './server.ts'

export { expect }

let current: Coffer | undefined

/** Started by the first file of a worker that shares it, closed with the worker. */
let shared: Promise<Coffer> | undefined

/**
 * Lets a journey file share an installed server with others. Files that change global state (settings,
 * document types, the administrator), stop or restart the server, need other environment
 * variables or create thousands of items need their own server.
 */
export function sharedServer(): () => Coffer {
  test.beforeAll(async () => {
    shared ??= openCoffer(INSTALLED)
    current = await shared
  })
  test.beforeEach(() => write(server(), 'delete from rate_limits'))
  test.afterAll(() => {
    current = undefined
  })
  return server
}

/** Gives a journey file its own server on a fresh data folder. */
export function ownServer(
  env: Record<string, string> | (() => Record<string, string>) = INSTALLED,
): () => Coffer {
  test.beforeAll(async () => {
    current = await openCoffer(typeof env === 'function' ? env() : env)
  })
  test.afterAll(async () => {
    await current?.close()
    current = undefined
  })
  return server
}

function server(): Coffer {
  if (!current) throw new Error('The file has no server of its own.')
  return current
}

interface Watch {
  /** Allows expected console errors, such as a 404 response. */
  expectComplaint: (pattern: RegExp) => void
  /** Types of native dialogs that appeared. Dialogs before leaving the page are accepted. */
  dialogs: string[]
}

/**
 * The driver cannot use the system's file picker, so files are chosen as in browsers without it.
 * `kept-files.ts` replaces the picker in journeys about file handles.
 */
export const hidePicker = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined, configurable: true })
  })

/** A test with `keyboard alone` in its title fails as soon as a pointer is used. */
const forbidPointer = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const complain = (event: Event) => {
      const { type, isTrusted } = event
      // After a layout the headless shell reports the pointer in the corner where it starts.
      const isUnmoved = event instanceof PointerEvent && event.clientX + event.clientY === 0
      if (isTrusted && !(type === 'pointermove' && isUnmoved))
        throw new Error(`${type}, by keyboard alone`)
    }
    for (const type of ['pointerdown', 'pointermove', 'wheel'])
      addEventListener(type, complain, { capture: true })
  })

const onGone = () => undefined

/** Unexpected console errors fail the journey, in every window it opens. */
export const test = base.extend<{ watch: Watch }, { closesShared: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  baseURL: async ({}, use) => use(current?.origin),
  context: async ({ context }, use) => {
    await use(context)
    // The next test gets the same page, and the driver keeps these settings.
    await closeDevtools()
    await context.setOffline(false)
    await context.clearPermissions()
  },
  closesShared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
    async ({}, use) => {
      await use(undefined)
      await (await shared)?.close()
    },
    { auto: true, scope: 'worker' },
  ],
  watch: [
    async ({ browser }, use, { title }) => {
      const complaints: string[] = []
      const expected: RegExp[] = []
      const dialogs: string[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() !== 'error') return
        // The page polls an unavailable server; the browser logs these requests as errors.
        if (/^WebSocket connection to '[^']*\/api\/live/.test(message.text())) return
        if (message.location().url.endsWith('/api/ping')) return
        complaints.push(`${message.text()} (${message.location().url})`)
      }
      const onError = (error: WebError) => complaints.push(String(error.error().stack))
      const onDialog = async (dialog: Dialog) => {
        dialogs.push(dialog.type())
        await dialog.accept()
      }
      const onPage = (page: Page) => void page.on('filechooser', onGone)
      const watched = new Set<BrowserContext>()
      const onContext = (context: BrowserContext) => {
        // A context that tests reuse is announced twice.
        if (watched.has(context)) return
        watched.add(context)
        void hidePicker(context).catch(onGone)
        if (title.includes('keyboard alone')) void forbidPointer(context).catch(onGone)
        context.on('console', onConsole).on('weberror', onError).on('dialog', onDialog)
        // Registered before navigation: otherwise the browser shows a native dialog that blocks the test.
        for (const page of context.pages()) onPage(page)
        context.on('page', onPage)
      }
      browser.on('context', onContext)
      await use({ dialogs, expectComplaint: pattern => expected.push(pattern) })
      browser.off('context', onContext)
      const unexpected = complaints.filter(text => !expected.some(pattern => pattern.test(text)))
      expect(unexpected, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})
