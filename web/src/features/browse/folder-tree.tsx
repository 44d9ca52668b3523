import type { NavigationLocation } from '@coffer/contract/browse'
import { ChevronRight } from 'lucide-react'
import {
  createContext,
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  use,
  useEffect,
  useState,
} from 'react'
import { alongReading } from '../../lib/direction.ts'
import { shownName } from '../../lib/shown-name.ts'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import { type Drops, useDropTarget } from './drops.ts'
import classes from './folder-tree.module.css'
import { TeamBadge } from './team-mark.tsx'
import { handleTreeKey } from './tree-keys.ts'
import { type TreeFolder, TreeLevel } from './tree-level.tsx'
import { type Branches, useStoredBranches } from './use-branches.ts'

/** A group of folders with its first page. */
export interface TreeGroup {
  location: NavigationLocation
  folders: readonly TreeFolder[]
  total: number
}

interface FolderTreeProps {
  label: string
  /** Folders at the top, before the groups. */
  folders?: readonly TreeFolder[]
  groups?: readonly TreeGroup[]
  /** The current or chosen folder. */
  current: string | null
  onChoose: (folderId: string, name: string) => void
  drops?: Drops | undefined
  /** Ids of folders that can't be chosen, including everything below them. */
  closed?: ReadonlySet<string>
  /** Undefined to use the branches stored in this browser. */
  branches?: Branches
  /** Whether team folders are mixed with other folders. */
  isMixed?: boolean
  /** Whether to hide top-level folders that the user can't add to. */
  takesOnly?: boolean
}

interface Tree
  extends Omit<FolderTreeProps, 'label' | 'folders' | 'groups' | 'branches'>,
    Branches {
  /** The folder that has tabindex 0. */
  entry: string | undefined
  setEntry: Dispatch<SetStateAction<string | undefined>>
}

const TreeContext = createContext<Tree | null>(null)

/** A tree of folders. Deeper levels are loaded when they are opened. */
export function FolderTree({
  label,
  folders = [],
  groups = [],
  branches,
  ...props
}: FolderTreeProps) {
  const storedBranches = useStoredBranches()
  const [entry, setEntry] = useState<string>()
  const isShown = (folder: TreeFolder) => !props.takesOnly || folder.can_add !== false
  const loadedFolders = [...folders, ...groups.flatMap(group => group.folders)].filter(isShown)
  const first = loadedFolders.find(folder => folder.id === props.current) ?? loadedFolders[0]
  return (
    <TreeContext
      value={{ ...props, ...(branches ?? storedBranches), entry: entry ?? first?.id, setEntry }}
    >
      <div role="tree" aria-label={label} tabIndex={-1} onKeyDown={handleTreeKey}>
        {folders.map(branchAt(1))}
        {groups.map(({ location, folders, total }) => (
          <TreeLevel
            key={location}
            parent={{ location }}
            firstPage={folders}
            total={total}
            level={1}
          >
            {folder => isShown(folder) && branchAt(1)(folder)}
          </TreeLevel>
        ))}
      </div>
    </TreeContext>
  )
}

interface BranchProps {
  folder: TreeFolder
  level: number
}

const branchAt = (level: number) => (folder: TreeFolder) => (
  <Branch key={folder.id} folder={folder} level={level} />
)

function Branch({ folder, level }: BranchProps) {
  const tree = useTree()
  const isDisabled = tree.closed?.has(folder.id) ?? false
  const canOpen = folder.has_folders && !isDisabled
  const isOpen = canOpen && tree.open.has(folder.id)
  return (
    <>
      <BranchRow
        folder={folder}
        level={level}
        isOpen={canOpen ? isOpen : null}
        isDisabled={isDisabled}
      />
      {isOpen && <Children folder={folder} level={level + 1} />}
    </>
  )
}

interface BranchRowProps extends BranchProps {
  /** Null for a folder without subfolders. */
  isOpen: boolean | null
  isDisabled: boolean
}

function BranchRow({ folder, level, isOpen, isDisabled }: BranchRowProps) {
  const tree = useTree()
  const { setEntry } = tree
  // When the folder is removed, the first folder becomes focusable.
  useEffect(
    () => () => setEntry(entry => (entry === folder.id ? undefined : entry)),
    [folder.id, setEntry],
  )
  const toggle = (open: boolean) => tree.toggle(folder.id, open)
  const { isOver, handlers } = useDropTarget({
    folder: { id: folder.id, name: folder.name },
    drops: tree.drops,
    onHold: () => toggle(true),
  })
  const choose = () => {
    if (!isDisabled) tree.onChoose(folder.id, folder.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = alongReading(event.key)
    if (key === 'ArrowRight' && isOpen === false) toggle(true)
    if (key === 'ArrowLeft' && isOpen) toggle(false)
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    choose()
  }
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={isOpen ?? undefined}
      aria-selected={folder.id === tree.current}
      aria-disabled={isDisabled || undefined}
      tabIndex={folder.id === tree.entry ? 0 : -1}
      className={classes.row}
      style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
      data-over={isOver || undefined}
      onFocus={() => setEntry(folder.id)}
      onClick={choose}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <ExpandButton isOpen={isOpen} onToggle={toggle} />
      <FolderIcon color={folder.color} emoji={folder.emoji} size={20} />
      <span className={classes.name}>{shownName(folder.name)}</span>
      {tree.isMixed && level === 1 && folder.team_folder && <TeamBadge />}
    </div>
  )
}

interface ExpandButtonProps {
  isOpen: boolean | null
  onToggle: (open: boolean) => void
}

/** Only for the mouse: the keyboard uses arrows, and the tree item announces its state. */
function ExpandButton({ isOpen, onToggle }: ExpandButtonProps) {
  return (
    <span
      className={classes.opener}
      data-open={isOpen || undefined}
      data-hidden={isOpen === null || undefined}
      aria-hidden
      onClick={event => {
        event.stopPropagation()
        onToggle(!isOpen)
      }}
    >
      <ChevronRight size={15} strokeWidth={2} />
    </span>
  )
}

function Children({ folder: { id, folders = [], group, total }, level }: BranchProps) {
  return (
    <TreeLevel
      parent={group ? { location: group } : { folderId: id }}
      firstPage={folders.length > 0 ? folders : undefined}
      total={total}
      level={level}
    >
      {branchAt(level)}
    </TreeLevel>
  )
}

function useTree(): Tree {
  const tree = use(TreeContext)
  if (!tree) throw new Error('A branch is drawn outside of its tree.')
  return tree
}
