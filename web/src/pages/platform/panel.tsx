import type { NavigationLocation } from '@coffer/contract/browse'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { storageQuery, useUser } from '../../features/account/account.api.ts'
import { ADDRESS } from '../../features/browse/browse.api.ts'
import { FavouriteLinks } from '../../features/browse/favourite-links.tsx'
import { FolderTree } from '../../features/browse/folder-tree.tsx'
import { Places } from '../../features/browse/location-links.tsx'
import { StorageMeter } from '../../features/browse/storage-meter.tsx'
import { useNavigation } from '../../features/browse/use-navigation.ts'
import { openPreview } from '../../features/previews/preview-state.ts'
import { PanelGroup } from '../../ui/panel-link.tsx'
import { useDrops } from './use-drops.ts'
import { useRestrictions } from './use-restrictions.ts'

const TreeError = lazy(async () => ({
  default: (await import('../../features/browse/tree-error.tsx')).TreeError,
}))

/**
 * The panel of platform pages: locations, folder trees and storage. `onChosen` is called when a
 * folder of a tree is opened, also for the current one.
 */
export function PlatformPanel({ onChosen = () => {} }: { onChosen?: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id = null } = useParams({ strict: false })
  const { own, team, shared, groupOf, isLoading, isError, tryAgain: retry } = useNavigation()
  const { id: me, attributes, relationships } = useUser()
  const { data: storage } = useQuery(storageQuery)
  const { unlessRestricted } = useRestrictions()
  const favourites = relationships.favourites.data
  const drops = useDrops()
  const tree = (place: 'folders' | 'team' | 'shared', group: NavigationLocation) => ({
    current: id,
    drops,
    groups: [groupOf(group)],
    onChoose: (folderId: string) => {
      void navigate({ to: ADDRESS[place], params: { id: folderId } }).then(onChosen)
    },
  })
  return (
    <>
      <Places />
      {team.length > 0 && (
        <PanelGroup title={t('places.team_folders')}>
          <FolderTree {...tree('team', 'team-folders')} label={t('places.team_folders')} />
        </PanelGroup>
      )}
      {shared.length > 0 && (
        <PanelGroup title={t('places.shared_with_me')}>
          <FolderTree {...tree('shared', 'shared-with-me')} label={t('places.shared_with_me')} />
        </PanelGroup>
      )}
      {own.length > 0 && (
        <PanelGroup title={t('files.folders')}>
          <FolderTree {...tree('folders', 'files')} label={t('files.folders')} />
        </PanelGroup>
      )}
      {isError && (
        <PanelGroup title={t('files.folders')}>
          <Suspense>
            <TreeError onRetry={retry} />
          </Suspense>
        </PanelGroup>
      )}
      {/* Below the trees, which would push the favourites down. */}
      {!isLoading && (
        <FavouriteLinks
          items={favourites}
          me={me}
          drops={drops}
          onFile={file =>
            unlessRestricted('canDownload', () => openPreview(file, favourites), file)
          }
        />
      )}
      <StorageMeter
        kinds={storage?.meta}
        usedBytes={attributes.storage.used_bytes}
        capacityBytes={attributes.storage.capacity_bytes}
      />
    </>
  )
}
