import type { Locale } from '@coffer/contract/constants'
import { useComputedColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  FolderPlus,
  FolderUp,
  Languages,
  Link,
  LogOut,
  type LucideIcon,
  MailQuestion,
  Moon,
  Sun,
  Trash2,
  Upload,
  UserRoundPlus,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUpdateSettings } from '../../features/account/account.api.ts'
import { useSignOut } from '../../features/auth/use-sign-out.ts'
import { pageQuery } from '../../features/browse/browse.api.ts'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import { clearTrash } from '../../features/trash/trash-actions.ts'
import { config } from '../../lib/config.ts'
import { changeLocale } from '../../lib/i18n.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import {
  type PendingCommand,
  pendingCommand,
  pendingCommandHandler,
} from '../../lib/pending-command.ts'
import { setThemeMode } from '../../ui/color-scheme.ts'
import { failurePopup } from '../../ui/popups/popups.ts'

/** A command that is found by its label and runs at once. */
export interface Command {
  id: string
  icon: LucideIcon
  label: string
  run: () => void
}

const TRASH_TOP = { place: 'trash', folderId: null } as const
const NEWEST = { sort: 'created_at', direction: 'DESC' } as const

/** The commands available on every page. */
export function useCommands(): Command[] {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const runInFiles = useRunCommand()
  const clear = useClearTrash()
  return [
    {
      id: 'new-folder',
      icon: FolderPlus,
      label: t('search.new_folder'),
      run: () => runInFiles({ kind: 'new-folder' }),
    },
    {
      id: 'new-customer',
      icon: UserRoundPlus,
      label: t('customers.new'),
      run: () => runInFiles({ kind: 'new-customer' }),
    },
    {
      id: 'upload-files',
      icon: Upload,
      label: t('search.upload_files'),
      run: () => runInFiles({ kind: 'upload', folder: false }),
    },
    {
      id: 'upload-folder',
      icon: FolderUp,
      label: t('search.upload_folder'),
      run: () => runInFiles({ kind: 'upload', folder: true }),
    },
    {
      id: 'upload-links',
      icon: Link,
      label: t('remote.new'),
      run: () => runInFiles({ kind: 'links' }),
    },
    {
      id: 'ask-for-files',
      icon: MailQuestion,
      label: t('upload_requests.new'),
      run: () => runInFiles({ kind: 'ask' }),
    },
    useThemeCommand(),
    ...useLanguageCommands(),
    { id: 'empty-trash', icon: Trash2, label: t('search.empty_trash'), run: () => void clear() },
    { id: 'sign-out', icon: LogOut, label: t('account.sign_out'), run: () => void signOut() },
  ]
}

/** Runs a command in the current list, or in Files when the list does not support it. */
function useRunCommand(): (command: PendingCommand) => void {
  const navigate = useNavigate()
  return command => {
    const isSupported = pendingCommandHandler.get()(command)
    pendingCommand.set(command)
    if (!isSupported) void navigate({ to: '/platform/files/{-$id}', params: NO_FOLDER })
  }
}

function useThemeCommand(): Command {
  const { t } = useTranslation()
  const update = useUpdateSettings()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const mode = isDark ? 'light' : 'dark'
  return {
    id: 'theme',
    icon: isDark ? Sun : Moon,
    label: t(isDark ? 'theme.to_light' : 'theme.to_dark'),
    run: () => {
      setThemeMode(mode)
      update.mutate({ theme_mode: mode })
    },
  }
}

function useLanguageCommands(): Command[] {
  const { t, i18n } = useTranslation()
  const update = useUpdateSettings()
  const choose = (language: Locale) => {
    update.mutate({ language })
    changeLocale(language).catch(failurePopup)
  }
  return config()
    .languages.filter(({ locale }) => locale !== i18n.language)
    .map(({ locale, name }) => ({
      id: `language-${locale}`,
      icon: Languages,
      label: t('search.language', { language: name }),
      run: () => choose(locale),
    }))
}

/** Asks for confirmation as in the trash itself; an empty trash is only shown. */
function useClearTrash(): () => Promise<void> {
  const queries = useQueryClient()
  const cache = useListingCache()
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/platform/trash/{-$id}', params: NO_FOLDER })
    try {
      const { meta } = await queries.fetchQuery(pageQuery(TRASH_TOP, NEWEST, 1))
      const { paginate, removed_until: removedUntil } = meta
      if (paginate.total > 0) await clearTrash(cache, { count: paginate.total, removedUntil })
    } catch (error) {
      failurePopup(error)
    }
  }
}
