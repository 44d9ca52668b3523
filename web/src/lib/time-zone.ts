import { createStore } from './store.ts'

/** In which dates are shown: the account's choice; empty is the browser's own. */
export const timeZone = createStore('')
