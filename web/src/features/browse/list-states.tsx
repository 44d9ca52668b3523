import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CloudOff, FolderOpen, FolderSearch } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../lib/api.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useIsOnline } from '../../lib/connection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useFolderAddress } from './folder-address.ts'
import classes from './list-states.module.css'

/** Props of the icon in an empty state. */
export const listIcon = { size: 30, strokeWidth: 1.5, 'aria-hidden': true } as const
export const ListIcon = ({ children }: { children: ReactNode }) => (
  <span className={classes.listIcon}>{children}</span>
)

interface EmptyFolderProps {
  isHome: boolean
  /** Whether files can be dropped; phones have no pointer. */
  canDrop: boolean | undefined
  children?: ReactNode
}

/** The empty state of a folder, which explains how to add items. */
export function EmptyFolder({ isHome, canDrop, children }: EmptyFolderProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture={
        <ListIcon>
          <FolderOpen {...listIcon} />
        </ListIcon>
      }
      title={t(isHome ? 'files.empty_home' : 'files.empty_folder')}
      text={t(canDrop ? 'files.empty_text' : 'files.empty_text_touch')}
    >
      {children}
    </EmptyState>
  )
}

/** The error state of a list, with the next step. An unexpected error also opens a popup (APP-25). */
export function ListFailure({
  error,
  retry,
  place,
}: {
  error: ApiError
  retry: () => void
  place: 'files' | 'trash'
}) {
  const { t } = useTranslation()
  const { kind } = useApiScope()
  const isOnline = useIsOnline()
  useEffect(() => {
    if (error.status > 404) failurePopup(error)
  }, [error])
  const top = useFolderAddress(place === 'files' ? 'folders' : place)(null)
  if (error.status === 404) {
    const own = place === 'files' ? 'files.to_home' : 'trash.to_top'
    const label = { own, share: 'guest_shares.to_top', request: 'guest_requests.to_top' } as const
    return (
      <EmptyState
        picture={
          <ListIcon>
            <FolderSearch {...listIcon} />
          </ListIcon>
        }
        title={t('files.not_found')}
        text={t('files.not_found_text')}
      >
        <Button renderRoot={props => <Link {...props} {...top} />}>{t(label[kind])}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={
        <ListIcon>
          <CloudOff {...listIcon} />
        </ListIcon>
      }
      title={isOnline ? (error.problem?.title ?? t('files.failed')) : t('shell.offline_title')}
      text={isOnline ? descriptionOf(error, t) : t('shell.offline_list')}
    >
      <Button onClick={retry}>{t('files.retry')}</Button>
    </EmptyState>
  )
}

const descriptionOf = ({ status, problem }: ApiError, t: TFunction): string =>
  status === 0 ? t('shell.offline') : (problem?.message ?? t('files.failed_text'))
