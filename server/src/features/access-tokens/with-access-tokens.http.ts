import type { Endpoint } from '@coffer/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { bearerOf } from '../../http/bearer.ts'
import { withMissLimit } from '../../http/miss-limit.ts'
import { type ActorResolvers, movesContents } from '../../http/route.ts'
import { isOperatorToken } from '../../lib/operator-token.ts'
import { authenticateToken, filterValidTokens, type TokenHolder } from './access-tokens.service.ts'

type AccessTokenDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'log' | 'transferCheckMs' | 'config'>
type Resolver<A> = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<A>

const holders = new WeakMap<FastifyRequest, TokenHolder>()

/** The user whose access token a request was authenticated with, also where it grants nothing. */
export const tokenUserOf = (request: FastifyRequest): UserActor | undefined =>
  holders.get(request)?.actor

/** Adds authentication by access token; requests without a token use the given resolvers. */
export function withAccessTokens(deps: AccessTokenDeps, resolvers: ActorResolvers): ActorResolvers {
  const watch = createTransferWatch<TokenHolder>(deps, {
    filterAllowed: holders => filterValidTokens(deps, holders),
    revocationError: () => new AppError('token.unknown'),
  })

  async function authenticate(
    request: FastifyRequest,
    { access, isSessionOnly = false, changesData = false }: Endpoint,
  ): Promise<TokenHolder | undefined> {
    const token = bearerOf(request)
    if (token === null) return undefined
    const holder = await withMissLimit(deps, request, 'token.unknown', () =>
      authenticateToken(deps, token, {
        access,
        isSessionOnly,
        changesData,
        method: request.method,
      }),
    )
    holders.set(request, holder)
    return holder
  }

  const asTokenOwner =
    (resolve: ActorResolvers['user']): ActorResolvers['user'] =>
    async (request, reply, endpoint) => {
      const tokenOwner = await authenticate(request, endpoint)
      if (!tokenOwner) return resolve(request, reply, endpoint)
      if (movesContents(endpoint)) watch(tokenOwner, reply)
      return tokenOwner.actor
    }

  /** A token grants nothing on these endpoints, but its scopes are still checked. */
  const checkTokenOnly =
    <A>(resolve: Resolver<A>): Resolver<A> =>
    async (request, reply, endpoint) => {
      await authenticate(request, endpoint)
      return resolve(request, reply, endpoint)
    }

  const checkPublic = checkTokenOnly(resolvers.public)
  /** The operator's token, with which monitors ask for the health, is no access token. */
  const asPublic: ActorResolvers['public'] = (request, reply, endpoint) => {
    const { metricsToken } = deps.config.operation
    const isOperator = isOperatorToken(request.headers.authorization, metricsToken)
    return (isOperator ? resolvers.public : checkPublic)(request, reply, endpoint)
  }

  return {
    user: asTokenOwner(resolvers.user),
    admin: asTokenOwner(resolvers.admin),
    session: checkTokenOnly(resolvers.session),
    public: asPublic,
    setup: checkTokenOnly(resolvers.setup),
    link: checkTokenOnly(resolvers.link),
    share: checkTokenOnly(resolvers.share),
    'request-link': checkTokenOnly(resolvers['request-link']),
    'upload-request': checkTokenOnly(resolvers['upload-request']),
    gateway: resolvers.gateway,
  }
}
