import { AUTOSAVE_DEBOUNCE_MS } from '@coffer/contract/constants'

/** APP-22: empty, whitespace-only or object values are ignored unless forced. */
export const isWorthSaving = (value: unknown, isForced = false): boolean =>
  isForced || (typeof value !== 'object' && value !== undefined && String(value).trim() !== '')

export type SaveState =
  | { status: 'rest' | 'saving' | 'saved' }
  /** The value is kept for a retry. */
  | { status: 'failed'; error: unknown }

interface AutoSaveOptions {
  save: (value: string) => Promise<unknown>
  /** Whether empty values are saved too. */
  isForced: boolean
  onChange: (state: SaveState) => void
}

/** Saves a value once typing pauses: one call at a time, and the last value wins. */
export function createAutoSave({ save, isForced, onChange }: AutoSaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: string | undefined
  let last: string | undefined
  let isBusy = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isBusy || pending === undefined) return
    const value = pending
    last = value
    pending = undefined
    isBusy = true
    onChange({ status: 'saving' })
    const state = await save(value).then(
      () => ({ status: 'saved' }) as const,
      (error: unknown) => ({ status: 'failed', error }) as const,
    )
    isBusy = false
    if (pending === undefined) onChange(state)
    else await run()
  }

  return {
    type(value: string): void {
      clearTimeout(timer)
      pending = isWorthSaving(value, isForced) ? value : undefined
      if (pending === undefined) onChange({ status: 'rest' })
      else timer = setTimeout(run, AUTOSAVE_DEBOUNCE_MS)
    },
    /** Saves without waiting for a pause. */
    finish: run,
    async retry(): Promise<void> {
      pending ??= last
      await run()
    },
  }
}
