import type { TaskStore } from './task-store.ts'

/** An uploaded file. */
export interface Uploaded {
  readonly itemId: string
  readonly name: string
}

/**
 * Finished uploads without a document type. Replaced files are left out because they keep their
 * type.
 */
export const withoutDocument = (store: TaskStore): Uploaded[] =>
  store
    .tasksIn('done')
    .flatMap(({ itemId, name, document, onConflict }) =>
      itemId && !document && onConflict !== 'replace' ? [{ itemId, name }] : [],
    )
