import type { Listing } from '@coffer/contract/browse'
import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { type ListLocation, pageOf, pageQuery, type TrashOrder } from './browse.api.ts'

/** While someone scrolls past thousands of rows, only where they come to rest is worth asking for. */
const SETTLE_MS = 70

/** Another one whenever what is shown has become another. */
export interface PagesState {
  error: Error | null
  /** Whether rows that are looked at are missing because of it. */
  hasGaps: boolean
}

/**
 * Asks for the pages of a list that are looked at. It does so beside the components, so that the
 * screen is drawn anew when a page has come in, and not when one is merely asked for.
 */
export class PageReader {
  readonly #shelf: ListLocation
  readonly #order: TrashOrder
  readonly #observer: QueriesObserver<QueryObserverResult[]>
  readonly #listeners = new Set<() => void>()
  readonly #shown = new Map<number, Listing>()
  #pages: readonly number[] = [1]
  #state: PagesState = { error: null, hasGaps: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  constructor(queries: QueryClient, shelf: ListLocation, order: TrashOrder) {
    this.#shelf = shelf
    this.#order = order
    this.#observer = new QueriesObserver(queries, this.#queries())
    this.#take(this.#observer.getCurrentResult())
  }

  state = (): PagesState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#stop ??= this.#observer.subscribe(results => this.#take(results))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Tells which rows are looked at. */
  look = (from: number, to: number): void => {
    const [first, last] = [pageOf(from), pageOf(to)]
    if (this.#pages[0] === first && this.#pages.at(-1) === last) return
    this.#pages = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#observer.setQueries(this.#queries())
      this.#take(this.#observer.getCurrentResult())
    }, SETTLE_MS)
  }

  retry = (): void => {
    for (const result of this.#observer.getCurrentResult()) if (result.error) void result.refetch()
  }

  #queries(): QueryObserverOptions[] {
    const queries = this.#pages.map(page => pageQuery(this.#shelf, this.#order, page))
    // The observer knows nothing of the types of what it observes.
    return queries as unknown as QueryObserverOptions[]
  }

  #take(results: readonly QueryObserverResult[]): void {
    const error = results.find(result => result.error)?.error ?? null
    const hasGaps = results.some(result => result.error && !result.data)
    let isOther = error !== this.#state.error || hasGaps !== this.#state.hasGaps
    for (const { data } of results as QueryObserverResult<Listing>[]) {
      if (!data) continue
      const page = data.meta.paginate.originClientId
      isOther ||= this.#shown.get(page) !== data
      this.#shown.set(page, data)
    }
    if (!isOther) return
    this.#state = { error, hasGaps }
    for (const listener of this.#listeners) listener()
  }
}
