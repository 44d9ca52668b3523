import type { TranslationKey } from '@coffer/contract'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  Boxes,
  Clock,
  CreditCard,
  Files,
  FileText,
  FileType,
  Folder,
  HardDrive,
  Inbox,
  KeyRound,
  Languages,
  LayoutDashboard,
  Link,
  type LucideIcon,
  ReceiptText,
  Repeat,
  Settings,
  Trash2,
  User,
  Users,
  Wallet,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../features/account/account.api.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
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

const ADMIN_PAGES = [
  ['/admin/dashboard', LayoutDashboard, 'admin.dashboard'],
  ['/admin/users', Users, 'admin.users'],
  ['/admin/documents', FileType, 'admin.documents'],
  ['/admin/pages', FileText, 'admin.pages'],
  ['/admin/trashed', Trash2, 'admin.trashed'],
  ['/admin/plans', Boxes, 'admin.plans'],
  ['/admin/subscriptions', Repeat, 'admin.subscriptions'],
  ['/admin/invoices', ReceiptText, 'admin.invoices'],
  ['/admin/payments/payments', Wallet, 'admin.payments'],
  ['/admin/settings/appearance', Settings, 'admin.settings'],
  ['/admin/language', Languages, 'admin.language'],
] as const satisfies readonly (readonly [string, LucideIcon, TranslationKey])[]

/** A command for every page that the user can open. */
export function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdmin = useUser().attributes.role === 'admin'
  return [...USER_PAGES, ...(isAdmin ? ADMIN_PAGES : [])].map(([to, icon, key]) => ({
    id: to,
    icon,
    label: t(key),
    run: () => void navigate({ to, params: NO_FOLDER }),
  }))
}
