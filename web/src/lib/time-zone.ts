import { createStore } from './store.ts'

/** The time zone of dates, as chosen in the account; empty for the browser's own. */
export const timeZone = createStore('')
