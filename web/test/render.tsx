import type { ClientConfig } from '@coffer/contract/config'
import { PING_PATH } from '@coffer/contract/constants'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadConfig } from '../src/lib/config.ts'
import { popups } from '../src/ui/popups/popup-store.ts'
import { toasts } from '../src/ui/toasts/toast-store.ts'
import { stubMatchMedia } from './match-media.ts'

let root: Root
/** The query cache of the current test. */
export let queries: QueryClient

/**
 * Prepares and cleans the document around each test of a file. Each file calls it, because they
 * share the modules.
 */
export function setUpRendering(): void {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    stubBrowser()
    await useLanguage('en')
    queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(() => {
    act(() => root.unmount())
    document.body.replaceChildren()
    popups.set([])
    toasts.set([])
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Stubs what jsdom does not implement. */
function stubBrowser(): void {
  stubMatchMedia()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  Object.assign(Element.prototype, { scrollIntoView() {} })
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}

/** Sets the language and the number format of the reader. Texts are shown as their keys. */
export async function useLanguage(language: string): Promise<void> {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    keySeparator: false,
    react: { useSuspense: false },
  })
}

/** Renders a component, or renders it again with other properties. */
export const show = (node: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>{node}</QueryClientProvider>
      </MantineProvider>,
    ),
  )

function HookHost({ run }: { run: () => void }) {
  run()
  return null
}

/**
 * Renders a component that uses the hook, or renders it again.
 * @returns a function that returns what the hook returned last
 */
export async function showHook<T>(hook: () => T): Promise<() => T> {
  let result: { value: T } | undefined
  const run = () => {
    result = { value: hook() }
  }
  await show(<HookHost run={run} />)
  return () => {
    if (!result) throw new Error('The hook was not rendered.')
    return result.value
  }
}

/** Embeds a configuration in the page, as the server does, in place of an earlier one. */
export async function useConfig(config: Partial<ClientConfig>): Promise<void> {
  document.getElementById('coffer-config')?.remove()
  const script = document.body.appendChild(document.createElement('script'))
  script.id = 'coffer-config'
  script.type = 'application/json'
  script.textContent = JSON.stringify({ appName: 'Coffer', languages: [], ...config })
  await loadConfig()
}

/** Renders a page in a router. @param path its route @param url the address that is opened */
export async function showPage(
  page: () => ReactNode,
  path = '/',
  url = path,
  history: RouterHistory = createMemoryHistory({ initialEntries: [url] }),
) {
  const root = createRootRoute()
  const routes = [createRoute({ getParentRoute: () => root, path, component: page })]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history,
    defaultNotFoundComponent: () => null,
  })
  await show(<RouterProvider router={router as never} />)
  await settle()
  return router
}

export function find<T extends Element = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector)
  if (!element) throw new Error(`${selector} is not shown.`)
  return element
}

export const field = (selector: string) => find<HTMLInputElement>(selector)

export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string) {
  // React ignores an event after its own setter of the element was used.
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set
  setValue?.call(input, text)
  await act(async () => input.dispatchEvent(new Event('input', { bubbles: true })))
}

/** Chooses an option of a select. */
export const choose = (select: HTMLSelectElement, value: string) =>
  act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

export const click = (element: HTMLElement) => act(async () => element.click())

export const submit = () =>
  act(async () =>
    find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )

/** Waits until queries and mutations have passed their results on. */
export const settle = () =>
  act(async () => {
    for (let round = 0; round < 5; round++) await new Promise(resolve => setTimeout(resolve))
  })

export interface Call {
  method: string
  path: string
  body: unknown
  answer: (status: number, body: unknown) => Promise<void>
}

/** Records the calls of the API; each waits until it is answered. */
export function stubCalls(): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    // After an earlier test of the worker lost its connection.
    if (path === PING_PATH) return Promise.resolve(new Response())
    const { promise, resolve } = Promise.withResolvers<Response>()
    calls.push({
      method,
      path,
      body: typeof body === 'string' ? JSON.parse(body) : body,
      answer: async (status, answer) => {
        resolve(new Response(status === 204 ? null : JSON.stringify(answer), { status }))
        await settle()
      },
    })
    return promise
  })
  return calls
}
