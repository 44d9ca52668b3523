import type { Endpoint } from '@coffer/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createRunningGuests } from '../../http/active-transfers.ts'
import { bearerOf } from '../../http/bearer.ts'
import { countingMisses } from '../../http/miss-limit.ts'
import { type ActorResolvers, movesContents } from '../../http/route.ts'
import { admitToken, stillAdmitted, type TokenHolder } from './access-tokens.service.ts'

type DoorDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'log' | 'transferCheckMs'>
type Resolver<A> = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => Promise<A>

/** The ways in for those who bring a token; everybody else goes by the resolvers as they were. */
export function tokenDoor(deps: DoorDeps, resolvers: ActorResolvers): ActorResolvers {
  const watch = createRunningGuests<TokenHolder>(deps, {
    stillWelcome: holders => stillAdmitted(deps, holders),
    farewell: () => new AppError('token.unknown'),
  })

  async function admit(
    request: FastifyRequest,
    { access }: Endpoint,
  ): Promise<TokenHolder | undefined> {
    const token = bearerOf(request)
    if (token === null) return undefined
    return countingMisses(deps, request, 'token.unknown', () =>
      admitToken(deps, token, { access, method: request.method }),
    )
  }

  const person =
    (resolve: ActorResolvers['user']): ActorResolvers['user'] =>
    async (request, reply, endpoint) => {
      const holder = await admit(request, endpoint)
      if (!holder) return resolve(request, reply, endpoint)
      if (movesContents(endpoint)) watch(holder, reply)
      return holder.actor
    }

  /** A token adds nothing here, but its limits hold. */
  const other =
    <A>(resolve: Resolver<A>): Resolver<A> =>
    async (request, reply, endpoint) => {
      await admit(request, endpoint)
      return resolve(request, reply, endpoint)
    }

  return {
    user: person(resolvers.user),
    admin: person(resolvers.admin),
    session: other(resolvers.session),
    public: other(resolvers.public),
    setup: other(resolvers.setup),
    link: other(resolvers.link),
    share: other(resolvers.share),
    'request-link': other(resolvers['request-link']),
    'upload-request': other(resolvers['upload-request']),
  }
}
