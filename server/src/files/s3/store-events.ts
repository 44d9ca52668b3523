import { channel } from 'node:diagnostics_channel'

/** A call of the store that has ended, with all attempts of the SDK. */
export interface StoreCallEnd {
  /** The name of the call at the store, such as `PutObject`. */
  operation: string
  /** `ok`, the status of a refusal, or `unreachable`. */
  result: string
  attempts: number
  seconds: number
}

export const storeCallEnded = channel('coffer.store_call.ended')

/** A call that is made again by us, because the SDK cannot send a stream again. */
export interface StoreCallRepeat {
  operation: string
}

export const storeCallRepeated = channel('coffer.store_call.repeated')
