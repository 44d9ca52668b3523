import type { TranslationKey } from '@coffer/contract'
import type { ClientConfig } from '@coffer/contract/config'
import {
  Boxes,
  FileText,
  FileType,
  Home,
  Landmark,
  Languages,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  Mail,
  Megaphone,
  Package,
  Palette,
  ReceiptText,
  Repeat,
  Scale,
  ScrollText,
  Server,
  SlidersHorizontal,
  Trash2,
  Users,
  Wallet,
} from 'lucide-react'

interface AdminPage {
  to: `/admin/${string}`
  icon: LucideIcon
  label: TranslationKey
}

interface AdminGroup {
  title: TranslationKey | null
  pages: readonly AdminPage[]
}

/** The pages of the admin area, in groups. */
const ADMIN_PAGES = [
  {
    title: null,
    pages: [
      { to: '/admin/dashboard', icon: LayoutDashboard, label: 'admin.dashboard' },
      { to: '/admin/users', icon: Users, label: 'admin.users' },
    ],
  },
  {
    title: 'admin.billing',
    pages: [
      { to: '/admin/plans', icon: Boxes, label: 'admin.plans' },
      { to: '/admin/subscriptions', icon: Repeat, label: 'admin.subscriptions' },
      { to: '/admin/invoices', icon: ReceiptText, label: 'admin.invoices' },
      { to: '/admin/payments/differences', icon: Scale, label: 'admin.differences' },
      { to: '/admin/payments/billings', icon: Landmark, label: 'admin.billing_details' },
    ],
  },
  {
    title: 'admin.content',
    pages: [
      { to: '/admin/documents', icon: FileType, label: 'admin.documents' },
      { to: '/admin/pages', icon: FileText, label: 'admin.pages' },
      { to: '/admin/contact', icon: Mail, label: 'admin.contact' },
      { to: '/admin/language', icon: Languages, label: 'admin.language' },
      { to: '/admin/trashed', icon: Trash2, label: 'admin.trashed' },
      { to: '/admin/audit', icon: ScrollText, label: 'admin.audit' },
    ],
  },
  {
    title: 'admin.settings',
    pages: [
      { to: '/admin/settings/appearance', icon: Palette, label: 'admin.appearance' },
      { to: '/admin/settings/index', icon: Home, label: 'admin.homepage' },
      { to: '/admin/settings/sign-in', icon: LogIn, label: 'admin.sign_in' },
      { to: '/admin/payments/payments', icon: Wallet, label: 'admin.payments' },
      { to: '/admin/settings/environment', icon: Package, label: 'admin.environment' },
      { to: '/admin/settings/others', icon: SlidersHorizontal, label: 'admin.others' },
      { to: '/admin/settings/adsense', icon: Megaphone, label: 'admin.adsense' },
      { to: '/admin/settings/server', icon: Server, label: 'admin.server' },
    ],
  },
] as const satisfies readonly AdminGroup[]

/** Billing is shown to administrators while subscriptions are sold, or if any invoice or payment exists. */
export const showsBilling = (
  subscriptionType: ClientConfig['subscriptionType'],
  hasBilling: boolean,
): boolean => subscriptionType !== 'none' || hasBilling

/** The pages that an administrator sees. */
export const adminPagesFor = (...billing: Parameters<typeof showsBilling>) =>
  ADMIN_PAGES.filter(({ title }) => title !== 'admin.billing' || showsBilling(...billing))
