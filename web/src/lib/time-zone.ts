import { createStore } from './store.ts'

/** The time zone of dates, as chosen in the account; empty for the browser's own. */
export const timeZone = createStore('')

/** The name of the time zone in use, the chosen one or the browser's; undefined when the browser has none. */
export const zoneName = (): string | undefined =>
  timeZone.get() || Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
