import { AUTOSAVE_DEBOUNCE_MS } from '@coffer/contract/constants'

/** Spec §5: empty, whitespace-only or object values are ignored unless forced. */
export const isWorthSaving = (value: unknown, isForced = false): boolean =>
  isForced || (typeof value !== 'object' && value !== undefined && String(value).trim() !== '')

export type Saving =
  | { at: 'rest' | 'saving' | 'saved' }
  /** What was to be saved is kept, to be tried again. */
  | { at: 'failed'; error: unknown }

interface AutoSaveOptions {
  save: (value: string) => Promise<unknown>
  /** Whether an empty value is one too. */
  isForced: boolean
  onChange: (state: Saving) => void
}

/** Saves what typing comes to rest at: one call at a time, and the last value in the end. */
export function createAutoSave({ save, isForced, onChange }: AutoSaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined
  let last: string | undefined
  let isBusy = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isBusy || waiting === undefined) return
    const value = waiting
    last = value
    waiting = undefined
    isBusy = true
    onChange({ at: 'saving' })
    const state = await save(value).then(
      () => ({ at: 'saved' }) as const,
      (error: unknown) => ({ at: 'failed', error }) as const,
    )
    isBusy = false
    if (waiting === undefined) onChange(state)
    else await run()
  }

  return {
    type(value: string): void {
      clearTimeout(timer)
      waiting = isWorthSaving(value, isForced) ? value : undefined
      if (waiting === undefined) onChange({ at: 'rest' })
      else timer = setTimeout(run, AUTOSAVE_DEBOUNCE_MS)
    },
    /** Does not wait for typing to rest: it is over. */
    finish: run,
    async retry(): Promise<void> {
      waiting ??= last
      await run()
    },
  }
}
