import { account } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { ActorResolvers } from '../../http/route.ts'

/**
 * While two-factor sign-in is required, whoever has none gets no further than to his name and to the
 * safety of his account, where he sets it up.
 * @throws AppError `auth.two_factor_required`
 */
export function requireTwoFactor(
  { requiresTwoFactor }: Pick<Config, 'requiresTwoFactor'>,
  { hasTwoFactor }: UserActor,
): void {
  if (requiresTwoFactor && !hasTwoFactor) throw new AppError('auth.two_factor_required')
}

/** Before every call on people's data, by whatever way they came in, tokens too. */
export function twoFactorDoor(config: Config, resolvers: ActorResolvers): ActorResolvers {
  const guarded =
    (resolve: ActorResolvers['user']): ActorResolvers['user'] =>
    async (request, reply, endpoint) => {
      const actor = await resolve(request, reply, endpoint)
      if (endpoint !== account.getUser) requireTwoFactor(config, actor)
      return actor
    }
  return { ...resolvers, user: guarded(resolvers.user), admin: guarded(resolvers.admin) }
}
