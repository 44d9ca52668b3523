import { newId } from './new-id.ts'

/** Names this page to the server, so that it is not told of what it does itself. */
export const liveClientId = newId()
