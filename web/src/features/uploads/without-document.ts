import type { TaskStore } from './task-store.ts'

/** A file that has arrived. */
export interface Uploaded {
  readonly itemId: string
  readonly name: string
}

/** What has arrived as nothing in particular. What was replaced stays what it was. */
export const withoutDocument = (store: TaskStore): Uploaded[] =>
  store
    .tasksIn('done')
    .flatMap(({ itemId, name, document, onConflict }) =>
      itemId && !document && onConflict !== 'replace' ? [{ itemId, name }] : [],
    )
