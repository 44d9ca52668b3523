import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { stubMatchMedia } from './match-media.ts'

/** jsdom has no layout that could change. */
class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let root: Root
export let queries: QueryClient

/** Gives each test of a file an empty page; call it once, at the top of the file. */
export function testComponents(): void {
  // Texts are shown as their keys.
  beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    stubMatchMedia()
    vi.stubGlobal('ResizeObserver', NoResizeObserver)
    // jsdom has no modal dialogs.
    HTMLDialogElement.prototype.showModal ??= function () {
      this.open = true
    }
    HTMLDialogElement.prototype.close ??= function () {
      this.open = false
    }
    queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
    root = createRoot(document.body.appendChild(document.createElement('div')))
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
}

/** Renders a component, or renders it again with other properties. */
export const show = (node: ReactNode): Promise<void> =>
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

export function find<T extends HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector)
  if (!element) throw new Error(`${selector} is not shown.`)
  return element
}

export const click = (selector: string): Promise<void> => act(async () => find(selector).click())

/** Replaces the text of a field as the user would. */
export async function type(field: HTMLInputElement, text: string): Promise<void> {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
}

/** Submits the form, as Enter in a field does even while its button is disabled by script. */
export const submit = (): Promise<void> =>
  act(async () => find<HTMLFormElement>('form').requestSubmit())

/** Waits until promises and timers without a delay have run. */
export const settle = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setTimeout(resolve))
  })

export interface SentCall {
  method: string
  url: string
  body: unknown
  answer: (status: number, body: unknown) => Promise<void>
}

/** Records the calls to the server; each waits until the test answers it. */
export function stubCalls(): SentCall[] {
  const calls: SentCall[] = []
  vi.stubGlobal(
    'fetch',
    (url: string, { method = 'GET', body }: RequestInit) =>
      new Promise<Response>(resolve => {
        calls.push({
          method,
          url,
          body: typeof body === 'string' ? JSON.parse(body) : body,
          answer: async (status, answer) => {
            resolve(new Response(JSON.stringify(answer), { status }))
            await settle()
          },
        })
      }),
  )
  return calls
}
