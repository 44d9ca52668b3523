import type { Locale, SettingValues } from '@coffer/contract'
import type { User } from '@coffer/contract/account'
import { formatMoney } from '@coffer/contract/money'
import { PROVIDERS } from '@coffer/contract/social'
import type { Actor } from '../../actor.ts'
import { isInstalled } from '../../lib/installed-languages.ts'
import { avatarOf } from '../avatars/index.ts'
import { type ItemView, presentItem } from '../items/index.ts'
import { type latestNotifications, presentNotification } from '../notifications/index.ts'
import { presentRestrictions } from '../restrictions/index.ts'
import type { estimateOf } from '../usage/index.ts'
import type { AccountView } from './account.repository.ts'
import { usedPercentage } from './account.rules.ts'

interface FullAccount {
  actor: Actor
  account: AccountView
  /** Apply to what the user hasn't chosen. */
  defaults: Pick<SettingValues, 'default_theme_mode' | 'default_emoji'>
  withheld: Parameters<typeof presentRestrictions>[0]
  team: { total: number; emails: string[] }
  favourites: readonly ItemView[]
  notifications: Awaited<ReturnType<typeof latestNotifications>>
  customerFolders: boolean
  estimate: Awaited<ReturnType<typeof estimateOf>>
}

function presentSignInMethods({ sign_in_methods }: AccountView) {
  const methods = new Set(sign_in_methods?.split(','))
  return {
    has_password: methods.has('credential'),
    providers: PROVIDERS.filter(provider => methods.has(provider)),
  }
}

/** Presents the user with settings, favourites, notifications and restrictions. */
export const presentUser = (
  {
    actor,
    account,
    defaults,
    withheld,
    team,
    favourites,
    notifications,
    customerFolders,
    estimate,
  }: FullAccount,
  locale: Locale,
): User => ({
  id: account.id,
  type: 'user',
  attributes: {
    role: account.role,
    name: account.name,
    email: account.email,
    color: account.color,
    avatar: avatarOf(account.avatar_key),
    ...presentSignInMethods(account),
    two_factor_confirmed_at:
      account.two_factor_confirmed_at && new Date(account.two_factor_confirmed_at).toISOString(),
    created_at: new Date(account.created_at).toISOString(),
    storage: {
      used_bytes: account.used_bytes,
      capacity_bytes: account.capacity_bytes,
      percentage: usedPercentage(account),
    },
  },
  relationships: {
    settings: {
      data: {
        id: account.id,
        type: 'settings',
        attributes: {
          first_name: account.first_name,
          last_name: account.last_name,
          theme_mode: account.theme_mode ?? defaults.default_theme_mode,
          emoji_type: account.emoji_type ?? defaults.default_emoji,
          language: account.language && isInstalled(account.language) ? account.language : null,
          timezone: account.timezone,
        },
      },
    },
    favourites: { data: favourites.map(item => presentItem(actor, item)) },
    readNotifications: {
      data: notifications.read.map(row => presentNotification(row, locale)),
    },
    unreadNotifications: {
      data: notifications.unread.map(row => presentNotification(row, locale)),
      meta: { total: notifications.unreadTotal },
    },
  },
  meta: {
    restrictions: presentRestrictions(withheld, locale),
    limitations: {
      max_team_members: {
        total: team.total,
        meta: { allowed_emails: team.emails },
      },
    },
    usages: {
      costEstimate:
        estimate === undefined
          ? null
          : formatMoney({ amount: estimate.total, currency: estimate.currency }, locale),
      customer_folders: customerFolders,
      has_open_invoices: account.has_open_invoices === 1,
      has_balance: account.has_balance === 1,
      has_billing: account.role === 'admin' && account.has_billing === 1,
    },
  },
})
