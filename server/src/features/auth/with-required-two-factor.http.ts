import { account, type Endpoint } from '@coffer/contract'
import { needsTwoFactorSetup, type UserActor } from '../../actor.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { ActorResolvers } from '../../http/route.ts'

/**
 * While two-factor sign-in is required, whoever has none gets no further than to his name and to the
 * ways in, where he sets it up.
 * @throws AppError `auth.two_factor_required`
 */
export function requireTwoFactor(config: Config, actor: UserActor): void {
  if (needsTwoFactorSetup(config, actor)) throw new AppError('auth.two_factor_required')
}

type Resolve<A> = (...asked: Parameters<ActorResolvers['user']>) => Promise<A>

const isOpen = (endpoint: Endpoint): boolean =>
  endpoint === account.getUser || endpoint.path.startsWith('/api/auth/')

/** Before every call of a person, by whatever way he came in, tokens too. */
export function withRequiredTwoFactor(config: Config, resolvers: ActorResolvers): ActorResolvers {
  const guarded =
    <A extends UserActor>(resolve: Resolve<A>): Resolve<A> =>
    async (request, reply, endpoint) => {
      const actor = await resolve(request, reply, endpoint)
      if (!isOpen(endpoint)) requireTwoFactor(config, actor)
      return actor
    }
  return {
    ...resolvers,
    user: guarded(resolvers.user),
    admin: guarded(resolvers.admin),
    session: guarded(resolvers.session),
  }
}
