import { account, auth, type Endpoint } from '@coffer/contract'
import { needsTwoFactorSetup, type UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ActorResolvers } from '../../http/route.ts'

/**
 * Rejects users without two-factor sign-in while the server requires it. Only their profile and the
 * auth endpoints stay open, so that they can set it up or sign out.
 * @throws AppError `auth.two_factor_required`
 */
export async function requireTwoFactor(
  { settings }: Pick<Deps, 'settings'>,
  actor: UserActor,
): Promise<void> {
  const { values } = await settings.read()
  if (needsTwoFactorSetup(values, actor)) throw new AppError('auth.two_factor_required')
}

type Resolve<A> = (...args: Parameters<ActorResolvers['user']>) => Promise<A>

const isExempt = (endpoint: Endpoint): boolean =>
  endpoint === account.getUser ||
  endpoint === auth.signOut ||
  endpoint.path.startsWith('/api/auth/')

/** Applies `requireTwoFactor` to every call of a user, by session or by token. */
export function withRequiredTwoFactor(
  deps: Pick<Deps, 'settings'>,
  resolvers: ActorResolvers,
): ActorResolvers {
  const guarded =
    <A extends UserActor>(resolve: Resolve<A>): Resolve<A> =>
    async (request, reply, endpoint) => {
      const actor = await resolve(request, reply, endpoint)
      if (!isExempt(endpoint)) await requireTwoFactor(deps, actor)
      return actor
    }
  return {
    ...resolvers,
    user: guarded(resolvers.user),
    admin: guarded(resolvers.admin),
    session: guarded(resolvers.session),
  }
}
