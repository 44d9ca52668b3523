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
import { type Branches, useKeptBranches } from './use-branches.ts'

/** A group of folders, of which the first page is known. */
export interface TreeGroup {
  location: NavigationLocation
  folders: readonly TreeFolder[]
  total: number
}

interface FolderTreeProps {
  label: string
  /** At the top, before the groups. */
  folders?: readonly TreeFolder[]
  groups?: readonly TreeGroup[]
  /** The folder that is shown, or chosen. */
  current: string | null
  onChoose: (folderId: string, name: string) => void
  drops?: Drops | undefined
  /** Folders that can't be chosen, with everything below them. */
  closed?: ReadonlySet<string>
  /** Left out where they are as they were left. */
  branches?: Branches
  /** Whether team folders stand among others. */
  isMixed?: boolean
  /** Whether folders that take nothing from the user are left out at the top. */
  takesOnly?: boolean
}

interface Tree
  extends Omit<FolderTreeProps, 'label' | 'folders' | 'groups' | 'branches'>,
    Branches {
  /** The one that can be reached by Tab. */
  entry: string | undefined
  setEntry: Dispatch<SetStateAction<string | undefined>>
}

const TreeContext = createContext<Tree | null>(null)

/** Folders inside each other, of which the deeper levels are loaded as they are opened. */
export function FolderTree({
  label,
  folders = [],
  groups = [],
  branches,
  ...props
}: FolderTreeProps) {
  const kept = useKeptBranches()
  const [entry, setEntry] = useState<string>()
  const isShown = (folder: TreeFolder) => !props.takesOnly || folder.can_add !== false
  const known = [...folders, ...groups.flatMap(group => group.folders)].filter(isShown)
  const first = known.find(folder => folder.id === props.current) ?? known[0]
  return (
    <TreeContext value={{ ...props, ...(branches ?? kept), entry: entry ?? first?.id, setEntry }}>
      <div role="tree" aria-label={label} tabIndex={-1} onKeyDown={handleTreeKey}>
        {folders.map(branchAt(1))}
        {groups.map(({ location, folders, total }) => (
          <TreeLevel key={location} place={{ location }} known={folders} total={total} level={1}>
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
  const isClosed = tree.closed?.has(folder.id) ?? false
  const canOpen = folder.has_folders && !isClosed
  const isOpen = canOpen && tree.open.has(folder.id)
  return (
    <>
      <BranchRow
        folder={folder}
        level={level}
        isOpen={canOpen ? isOpen : null}
        isClosed={isClosed}
      />
      {isOpen && <Below folder={folder} level={level + 1} />}
    </>
  )
}

interface BranchRowProps extends BranchProps {
  /** Null where there is nothing to open. */
  isOpen: boolean | null
  isClosed: boolean
}

function BranchRow({ folder, level, isOpen, isClosed }: BranchRowProps) {
  const tree = useTree()
  const { setEntry } = tree
  // Where it is no more, Tab comes to the first.
  useEffect(
    () => () => setEntry(entry => (entry === folder.id ? undefined : entry)),
    [folder.id, setEntry],
  )
  const toggle = (open: boolean) => tree.toggle(folder.id, open)
  const { isOver, handlers } = useDropTarget({
    folderId: folder.id,
    drops: tree.drops,
    onHold: () => toggle(true),
  })
  const choose = () => {
    if (!isClosed) tree.onChoose(folder.id, folder.name)
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
      aria-disabled={isClosed || undefined}
      tabIndex={folder.id === tree.entry ? 0 : -1}
      className={classes.row}
      style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
      data-over={isOver || undefined}
      onFocus={() => setEntry(folder.id)}
      onClick={choose}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <Opener isOpen={isOpen} onToggle={toggle} />
      <FolderIcon color={folder.color} emoji={folder.emoji} size={20} />
      <span className={classes.name}>{shownName(folder.name)}</span>
      {tree.isMixed && level === 1 && folder.team_folder && <TeamBadge />}
    </div>
  )
}

interface OpenerProps {
  isOpen: boolean | null
  onToggle: (open: boolean) => void
}

/** For the mouse alone: the keyboard has its arrows, and the branch itself says whether it is open. */
function Opener({ isOpen, onToggle }: OpenerProps) {
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

function Below({ folder: { id, folders = [], group, total }, level }: BranchProps) {
  return (
    <TreeLevel
      place={group ? { location: group } : { folderId: id }}
      known={folders.length > 0 ? folders : undefined}
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
