import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'
import { isByClosedLink, LINK } from '../lib/closed-link.ts'
import { USER } from '../lib/favourites.ts'
import { markSecondFactorRequired, markUnauthorised } from '../lib/session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `browsing` marks the lists of folders: a 403 there ends the session too (APP-25). */
    queryMeta: { browsing?: boolean }
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (needsSecondFactor(error)) markSecondFactorRequired()
      else if (endsSession(error, query)) markUnauthorised()
      if (isByTakenRole(error)) void queryClient.invalidateQueries({ queryKey: USER, exact: true })
      // The page of the link shows why it was closed.
      if (isByClosedLink(error) && query.queryKey[1] !== LINK[1])
        void queryClient.invalidateQueries({ queryKey: LINK })
    },
  }),
  mutationCache: new MutationCache({
    onError: error => {
      if (needsSecondFactor(error)) markSecondFactorRequired()
      if (isSignedOut(error)) markUnauthorised()
    },
  }),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000 },
    mutations: { retry: false },
  },
})

function endsSession(error: unknown, query: Query<unknown, unknown>): boolean {
  const forbidden = error instanceof ApiError && error.status === 403
  return isSignedOut(error) || (forbidden && query.meta?.browsing === true)
}

const needsSecondFactor = (error: unknown) =>
  error instanceof ApiError && error.is('auth.two_factor_required')

const isSignedOut = (error: unknown) => error instanceof ApiError && error.is('auth.required')

/** The admin area closes once the user is known to be no administrator any more. */
const isByTakenRole = (error: unknown) =>
  error instanceof ApiError && error.is('auth.forbidden') && location.pathname.startsWith('/admin/')

/** Rejected calls are not retried, only those that reached no server or a busy one. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false
  return error instanceof ApiError && (error.status === 0 || error.status >= 502)
}
