import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { newId } from '../../lib/new-id.ts'

/**
 * Runs a call with the same id each time, so that it takes effect once although the answer was lost.
 * After a refusal by the payment provider the next call is another attempt.
 */
export function useAttempt() {
  const [id, setId] = useState(newId)
  return async (call: (id: string) => Promise<unknown>): Promise<void> => {
    try {
      await call(id)
    } catch (error) {
      if (error instanceof ApiError && error.is('subscription.gateway_rejected')) setId(newId())
      throw error
    }
  }
}
