import type { Item } from '@coffer/contract/items'
import type { Version } from '@coffer/contract/versions'
import { VersionOverlay } from '../../features/previews/version-overlay.tsx'
import { downloadVersion } from '../../features/versions/download-version.ts'
import { useVersionActions } from '../../features/versions/versions.api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { useFormat } from '../../lib/use-format.ts'

interface VersionPreviewProps {
  item: Item
  version: Version
  cache: Pick<ItemCache, 'patch' | 'refresh'>
  onClose: () => void
}

/** Previews a version before it is restored. */
export function VersionPreview({ item, version, cache, onClose }: VersionPreviewProps) {
  const { restore } = useVersionActions(item, cache)
  const format = useFormat()
  const restoreVersion = () => {
    onClose()
    void restore(version, format.dateTime(version.attributes.created_at))
  }
  return (
    <VersionOverlay
      item={item}
      version={version}
      onDownload={() => downloadVersion(version, item.attributes.name)}
      onRestore={item.meta.can.edit ? restoreVersion : undefined}
      onClose={onClose}
    />
  )
}
