import { createStore } from './store.ts'

/** Whether the setup was finished just now, so that the next steps are proposed. */
export const nextSteps = createStore(false)
