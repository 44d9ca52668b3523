import { Button } from '@mantine/core'
import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderTree, type TreeGroup } from '../../features/browse/folder-tree.tsx'
import { useListingCache } from '../../features/browse/listing-cache.ts'
import type { TreeFolder } from '../../features/browse/tree-level.tsx'
import { useBranches } from '../../features/browse/use-branches.ts'
import { createNamedFolder } from '../../features/items/item-actions.ts'
import { NewFolderField } from '../../features/items/new-folder-field.tsx'
import classes from './folder-picker.module.css'

interface Target {
  id: string
  name: string
}

interface FolderPickerProps {
  label: string
  tops: readonly TreeFolder[]
  /**
   * Further groups, loaded page by page; folders in which the user cannot add items are left out.
   */
  groups?: readonly TreeGroup[]
  /** Maps a tree node to a folder id; null is the user's home. */
  folderOf: (id: string) => string | null
  target: Target | null
  onChoose: (target: Target) => void
  /** Folders that cannot be selected, including everything below them. */
  disabled?: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

/** A folder tree to select a target, with a button to create a folder. */
export function FolderPicker({
  label,
  tops,
  groups = [],
  folderOf,
  target,
  onChoose,
  disabled = NOTHING,
}: FolderPickerProps) {
  const { t } = useTranslation()
  const cache = useListingCache()
  const [first] = tops
  const branches = useBranches(first?.id)
  const [isNaming, setNaming] = useState(false)
  const parent = target ?? first
  const createFolder = (name: string) =>
    createNamedFolder(cache, parent ? folderOf(parent.id) : null, { name }, created => {
      if (parent) branches.toggle(parent.id, true)
      onChoose({ id: created.id, name: created.attributes.name })
    })
  return (
    <>
      <div className={classes.tree}>
        <FolderTree
          label={label}
          folders={tops}
          groups={groups}
          current={target?.id ?? null}
          onChoose={(id, name) => onChoose({ id, name })}
          closed={disabled}
          branches={branches}
          isMixed
          takesOnly
        />
      </div>
      {isNaming && parent ? (
        <NewFolderField
          folder={parent.name}
          onSave={createFolder}
          onClose={() => setNaming(false)}
        />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.new}
          disabled={!parent}
          leftSection={<FolderPlus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          {t('files.new_folder')}
        </Button>
      )}
    </>
  )
}
