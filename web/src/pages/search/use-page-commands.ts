import type { TranslationKey } from '@coffer/contract'
import type { User as Account } from '@coffer/contract/account'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  Clock,
  CreditCard,
  Files,
  Folder,
  HardDrive,
  Inbox,
  KeyRound,
  Link,
  type LucideIcon,
  Trash2,
  User,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { config } from '../../lib/config.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import { adminPagesFor } from '../../ui/admin-pages.ts'
import type { Command } from './use-commands.ts'

const USER_PAGES = [
  ['/platform/files/{-$id}', Folder, 'places.files'],
  ['/platform/recent-uploads', Clock, 'places.recent_uploads'],
  ['/platform/my-shared-items', Link, 'places.my_shared_items'],
  ['/platform/shared-with-me/{-$id}', Inbox, 'places.shared_with_me'],
  ['/platform/team-folders/{-$id}', Users, 'places.team_folders'],
  ['/platform/all-files/{-$id}', Files, 'places.all_files'],
  ['/platform/trash/{-$id}', Trash2, 'places.trash'],
  ['/user/profile', User, 'account.profile'],
  ['/user/settings/password', KeyRound, 'account.security'],
  ['/user/settings/storage', HardDrive, 'account.storage'],
  ['/user/settings/data', Archive, 'account.data'],
  ['/user/settings/billing', CreditCard, 'account.billing'],
] as const satisfies readonly (readonly [string, LucideIcon, TranslationKey])[]

const adminPages = ({ meta }: Account) =>
  adminPagesFor(config().subscriptionType, meta.usages.has_billing).flatMap(({ pages }) =>
    pages.map(({ to, icon, label }) => [to, icon, label] as const),
  )

/** A command for every page that the user can open. */
export function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const user = useUser()
  const isAdmin = user.attributes.role === 'admin'
  return [...USER_PAGES, ...(isAdmin ? adminPages(user) : [])].map(([to, icon, key]) => ({
    id: to,
    icon,
    label: t(key),
    run: () => void navigate({ to, params: NO_FOLDER }),
  }))
}
