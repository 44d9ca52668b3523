import { newId } from './new-id.ts'

/** Identifies this page to the server, so that it does not receive events about its own changes. */
export const liveClientId = newId()
