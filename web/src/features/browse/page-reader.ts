import type { Listing } from '@coffer/contract/browse'
import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { checkConnection } from '../../lib/connection.ts'
import { type ListLocation, pageOf, pageQuery, type TrashOrder } from './browse.api.ts'

/** While the user scrolls through thousands of rows, only the rows where they stop are loaded. */
const SETTLE_MS = 70

/** A new object whenever loaded pages or the error change. */
export interface PagesState {
  error: Error | null
  /** Whether some visible rows could not be loaded. */
  hasGaps: boolean
}

const OFFLINE = new ApiError(0, null)

/** A query that is paused without data is reported as offline instead of loading forever. */
const failureOf = ({ error, data, fetchStatus }: QueryObserverResult): Error | null =>
  error ?? (fetchStatus === 'paused' && !data ? OFFLINE : null)

/**
 * Loads the visible pages of a list. Works outside of components, so that the screen renders when a
 * page arrives but not when one is requested.
 */
export class PageReader {
  readonly #location: ListLocation
  readonly #order: TrashOrder
  readonly #observer: QueriesObserver<QueryObserverResult[]>
  readonly #listeners = new Set<() => void>()
  readonly #pageData = new Map<number, Listing>()
  #pages: readonly number[] = [1]
  #state: PagesState = { error: null, hasGaps: false }
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  constructor(queries: QueryClient, location: ListLocation, order: TrashOrder) {
    this.#location = location
    this.#order = order
    this.#observer = new QueriesObserver(queries, this.#queries())
    this.#update(this.#observer.getCurrentResult())
  }

  state = (): PagesState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#stop ??= this.#observer.subscribe(results => this.#update(results))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#stop?.()
      this.#stop = undefined
    }
  }

  /** Sets the visible rows, whose pages are then loaded. */
  setVisibleRange = (from: number, to: number): void => {
    const first = pageOf(from)
    const last = pageOf(to)
    if (this.#pages[0] === first && this.#pages.at(-1) === last) return
    this.#pages = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#observer.setQueries(this.#queries())
      this.#update(this.#observer.getCurrentResult())
    }, SETTLE_MS)
  }

  retry = (): void => {
    void checkConnection()
    for (const result of this.#observer.getCurrentResult())
      if (failureOf(result)) void result.refetch()
  }

  #queries(): QueryObserverOptions[] {
    const queries = this.#pages.map(page => pageQuery(this.#location, this.#order, page))
    // QueriesObserver has no type for the data of its queries.
    return queries as unknown as QueryObserverOptions[]
  }

  #update(results: readonly QueryObserverResult[]): void {
    const error = results.map(failureOf).find(Boolean) ?? null
    const hasGaps = results.some(result => failureOf(result) && !result.data)
    let hasChanged = error !== this.#state.error || hasGaps !== this.#state.hasGaps
    for (const { data } of results as QueryObserverResult<Listing>[]) {
      if (!data) continue
      const page = data.meta.paginate.currentPage
      hasChanged ||= this.#pageData.get(page) !== data
      this.#pageData.set(page, data)
    }
    if (!hasChanged) return
    this.#state = { error, hasGaps }
    for (const listener of this.#listeners) listener()
  }
}
