import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  type Dialog,
  expect,
  type WebError,
} from '@playwright/test'
import { type Coffer, INSTALLED, openCoffer, write } from './server.ts'

export { expect }

let current: Coffer | undefined

/** Started by the first file of a worker that shares it, closed with the worker. */
let shared: Promise<Coffer> | undefined

/**
 * Lets a file of journeys share an installed server with others. Only files that change what is
 * everybody's (settings, document types, the administrator), end or restart the server, need other
 * variables, or fill it with thousands of items need their own.
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

/** Gives a file of journeys a server of its own, on a fresh data folder. */
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
  /** Complaints of the browser that belong to the journey, such as an answer 404 that is wanted. */
  expectComplaint: (pattern: RegExp) => void
  /** The native dialogs that came up, by their kind. Those that ask whether to leave are agreed to. */
  dialogs: string[]
}

/**
 * No driver reaches the dialog of this picker, so that files are chosen as in browsers without it.
 * `kept-files.ts` puts one in its place where a journey is about it.
 */
export const hidePicker = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined, configurable: true })
  })

/** What says by its name that it needs no pointer fails as soon as one is used. */
const forbidPointer = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const complain = (event: Event) => {
      const { type, isTrusted } = event
      // After a layout the headless shell reports the pointer in the corner, where it starts.
      const isUnmoved = event instanceof PointerEvent && event.clientX + event.clientY === 0
      if (isTrusted && !(type === 'pointermove' && isUnmoved))
        throw new Error(`${type}, by keyboard alone`)
    }
    for (const type of ['pointerdown', 'pointermove', 'wheel'])
      addEventListener(type, complain, { capture: true })
  })

const onGone = () => undefined

/** What the browser complains of fails the journey, in every window that is opened on its way. */
export const test = base.extend<{ watch: Watch }, { closesShared: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  baseURL: async ({}, use) => use(current?.origin),
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
        // While the server is away the page looks for it, which the browser notes and nothing prevents.
        if (/^WebSocket connection to '[^']*\/api\/live/.test(message.text())) return
        if (message.location().url.endsWith('/api/ping')) return
        complaints.push(`${message.text()} (${message.location().url})`)
      }
      const onError = (error: WebError) => complaints.push(String(error.error().stack))
      const onDialog = async (dialog: Dialog) => {
        dialogs.push(dialog.type())
        await dialog.accept()
      }
      const onContext = (context: BrowserContext) => {
        void hidePicker(context).catch(onGone)
        if (title.includes('keyboard alone')) void forbidPointer(context).catch(onGone)
        context.on('console', onConsole).on('weberror', onError).on('dialog', onDialog)
        // From the start: told late, the browser opens a dialog of its own, which nobody answers.
        context.on('page', page => void page.on('filechooser', onGone))
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
