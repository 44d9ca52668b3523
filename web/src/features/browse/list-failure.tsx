import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CloudOff, FolderSearch } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../lib/api.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useIsOnline } from '../../lib/connection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { useFolderAddress } from './folder-address.ts'
import { ListIcon, listIcon } from './list-states.tsx'

/**
 * The error state of a list, with the next step. An unexpected error also opens a popup (APP-25), unless one
 * is open.
 */
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
    if (error.status > 404 && popups.get().length === 0) failurePopup(error)
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
